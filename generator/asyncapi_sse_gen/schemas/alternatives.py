"""`oneOf` and `anyOf`: what each alternative is, together with what is said for all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.intermediate import Schema
from asyncapi_sse_gen.nodes import Node

from .members import ANNOTATIONS, Resolver, extends, joined
from .standing import below, identity, place_name, variant_name
from .subject import Read, Subject
from .unions import unite

Mark = Callable[[str, str, list[str]], None]
"""What takes the values that a property of a definition has where it is an alternative."""

_FOR_ALL = ("properties", "required", "type")
"""Keywords that hold for all alternatives beside which they stand; others are left out there."""


def read_union(
    subject: Subject, read: Read, mark: Mark, references: Resolver, report: Report
) -> Schema:
    """The union of a schema's alternatives."""
    discriminator = read_discriminator(subject, report)
    base = _base(subject)
    schemas: list[Schema] = []
    for number, alternative in enumerate(subject.elements(union_keyword(subject)), start=1):
        name = variant_name(subject.name, alternative, number)
        mapped = _mapped_values(subject, alternative)
        if base and not _stands_alone(alternative, subject, references, report):
            target = references.resolve(alternative)
            if target is not None and target is not alternative:
                name = below(subject.name, place_name(target))
            pointer = f"{subject.node.pointer}+{identity(alternative)}"
            alternative = joined(subject.node, pointer, base, [alternative])
        schemas.append(read(alternative, name))
        mark(schemas[-1].target, discriminator, mapped)
    return unite(schemas, discriminator)


def union_keyword(subject: Subject) -> str:
    """The keyword that holds the alternatives; empty where there are none."""
    return next((keyword for keyword in ("oneOf", "anyOf") if keyword in subject.keywords), "")


def without_requirements(subject: Subject, report: Report) -> Subject:
    """An object without alternatives that only say which of its properties are required."""
    keyword = union_keyword(subject)
    if not keyword or not _base(subject):
        return subject
    if not all(_only_requires(alternative) for alternative in subject.elements(keyword)):
        return subject
    message = f"the models don't check `{keyword}`"
    report.note("unchecked-keyword", message, subject.node.key_place(keyword))
    rest = {name: node for name, node in subject.keywords.items() if name != keyword}
    return replace(subject, keywords=rest)


def read_discriminator(subject: Subject, report: Report) -> str:
    """The property that tells the alternatives apart, if the document names it."""
    node = subject.get("discriminator")
    if node is None or not node.is_mapping:
        return subject.text("discriminator")
    message = "`discriminator` is the name of a property; this is OpenAPI's object"
    name = node.get("propertyName")
    help = f"write `discriminator: {name.text}`" if name else ""
    report.warning("discriminator-object", message, node.place, help=help)
    return name.text if name else ""


def _mapped_values(subject: Subject, alternative: Node) -> list[str]:
    """The values that mean an alternative in OpenAPI's `mapping`, which names schemas or refers."""
    discriminator, reference = subject.get("discriminator"), alternative.get("$ref")
    mapping = discriminator.get("mapping") if discriminator else None
    if mapping is None or reference is None:
        return []
    return [value for value, node in mapping.items() if _last(node) == _last(reference)]


def _last(reference: Node) -> str:
    return reference.text.rpartition("/")[2]


def _base(subject: Subject) -> dict[str, Node]:
    """What a union says for each of its alternatives."""
    base = {name: node for name, node in subject.keywords.items() if name in _FOR_ALL}
    if "properties" not in base:
        base.pop("required", None)
    return base


def _stands_alone(
    alternative: Node, subject: Subject, references: Resolver, report: Report
) -> bool:
    """Whether an alternative says by itself what the union says for all of them."""
    if not alternative.is_mapping:
        return True
    if "properties" in subject.keywords:
        return extends(alternative, subject.node, references, report)
    return alternative.get("$ref") is not None or alternative.get("type") is not None


def _only_requires(alternative: Node) -> bool:
    allowed = {*ANNOTATIONS, "required", "not"}
    return alternative.is_mapping and {name for name, _ in alternative.items()} <= allowed
