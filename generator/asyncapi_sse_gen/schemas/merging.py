"""`allOf` -> one schema that says what its members and siblings say together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.nodes import Node

from .members import Member, Resolver, joined, members_of
from .standing import identity

_TYPING = ("type", "nullable", "properties", "enum", "const")
"""Keywords of schemas that don't admit null by saying nothing about it."""


def merge(node: Node, references: Resolver, report: Report) -> Node:
    """The schema without `allOf` that is valid for what a schema and all its members are valid for.

    What stands closer to the schema wins where only one can be kept: a description, for example.
    Members that contradict each other are reported.
    """
    members = members_of(node, references, report)
    merger = _Merger({identity(member.node) for member in members}, references, report)
    for member in members:
        merger.add(member)
    keywords = merger.keywords
    typing = [m.node for m in members if any(m.node.get(name) is not None for name in _TYPING)]
    if _is_nullable(node) or (typing and all(map(_is_nullable, typing))):
        keywords["nullable"] = replace(node, value=True, text="true")
    return replace(node, value=keywords)


class _Merger:
    def __init__(self, family: set[str], references: Resolver, report: Report) -> None:
        self.keywords: dict[str, Node] = {}
        self._family = family
        self._references = references
        self._report = report

    def add(self, member: Member) -> None:
        """Take what a member says into the keywords."""
        for keyword, value in member.node.items():
            if keyword in ("allOf", "nullable") or self._concerns_others(keyword, value, member):
                continue
            known = self.keywords.get(keyword)
            combined = value if known is None else self._combine(keyword, known, value)
            self.keywords[keyword] = combined

    def _concerns_others(self, keyword: str, value: Node, member: Member) -> bool:
        """Whether a parent says what its children are, this one among them."""
        if not member.is_shared:
            return False
        if keyword in ("oneOf", "anyOf"):
            targets = map(self._references.resolve, value.elements())
            return any(target and identity(target) in self._family for target in targets)
        return keyword == "discriminator"

    def _combine(self, keyword: str, first: Node, second: Node) -> Node:
        if keyword in ("properties", "patternProperties"):
            return self._combine_tables(first, second)
        if keyword in ("additionalProperties", "items", "additionalItems"):
            return _both(first, second)
        if keyword == "required" and first.is_sequence and second.is_sequence:
            return replace(second, value=[*first.elements(), *second.elements()])
        if keyword in ("type", "enum"):
            return self._common(keyword, first, second)
        if keyword == "const" and not _is_part(second, first):
            self._report_conflict(keyword, second)
        if keyword in ("oneOf", "anyOf"):
            message = f"only one `{keyword}` of an `allOf` is read, this one isn't"
            self._report.warning("allof-alternatives", message, first.place)
        return _tighter(keyword, first, second)

    def _combine_tables(self, first: Node, second: Node) -> Node:
        if not isinstance(first.value, Mapping) or not isinstance(second.value, Mapping):
            return second if isinstance(first.value, Mapping) else first
        table = dict(first.value)
        for name, schema in second.value.items():
            table[name] = _both(table[name], schema) if name in table else schema
        return replace(second, value=table, keys={**first.keys, **second.keys})

    def _common(self, keyword: str, first: Node, second: Node) -> Node:
        """The types or values that both have."""
        ours = list(first.elements()) if first.is_sequence else [first]
        theirs = list(second.elements()) if second.is_sequence else [second]
        common = {repr(node.plain()): node for node in theirs if _is_part_of_any(node, ours)}
        common |= {repr(node.plain()): node for node in ours if _is_part_of_any(node, theirs)}
        if not common:
            self._report_conflict(keyword, second)
            return second
        return replace(second, value=list(common.values()))

    def _report_conflict(self, keyword: str, node: Node) -> None:
        message = f"members of one `allOf` have nothing in common in `{keyword}`: nothing is valid"
        help = "use `oneOf` if one of them is to be valid"
        self._report.error("allof-conflict", message, node.place, help=help)


def _is_nullable(node: Node) -> bool:
    nullable = node.get("nullable")
    return nullable is not None and nullable.value is True


def _both(first: Node, second: Node) -> Node:
    """A schema for what is valid for both."""
    if isinstance(first.value, bool) or _says_same(first, second):
        return second
    if isinstance(second.value, bool):
        return first
    return joined(second, f"{first.pointer}+{identity(second)}", {}, [first, second])


def _says_same(first: Node, second: Node) -> bool:
    return first.file == second.file and repr(first.plain()) == repr(second.plain())


def _is_part_of_any(node: Node, others: list[Node]) -> bool:
    return any(_is_part(node, other) for other in others)


def _is_part(node: Node, other: Node) -> bool:
    """Whether a type or value is another, or of its kind."""
    values: tuple[Any, Any] = (node.plain(), other.plain())
    return repr(values[0]) == repr(values[1]) or values == ("integer", "number")


def _tighter(keyword: str, first: Node, second: Node) -> Node:
    """The bound that leaves less; of other keywords, what stands closer to the schema."""
    low, high = first.value, second.value
    if isinstance(low, int | float) and isinstance(high, int | float):
        if keyword.startswith(("min", "exclusiveMin")):
            return first if low > high else second
        if keyword.startswith(("max", "exclusiveMax")):
            return first if low < high else second
    return second
