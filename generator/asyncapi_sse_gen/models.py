"""Definitions -> the text of a package's models.py, by datamodel-code-generator."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from datamodel_code_generator import LiteralType, PythonVersion
from datamodel_code_generator.parser.jsonschema import JsonSchemaParser

from .intermediate import Definition, Schema
from .json_schema import models_schema
from .quoting import docstring

BATCH = 50
"""Definitions that are generated at once; datamodel-code-generator's time grows with its square."""

_CLASS = re.compile(r"^class (\w+)\(Payload\):\n((?:    .+\n?)+)", re.MULTILINE)

_STRING = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")
_WORD = re.compile(r"\w+")


class ModelNames(Protocol):
    """Knows what models and their fields are called."""

    @property
    def classes(self) -> Mapping[str, str]:
        """`Definition.pointer` -> class."""
        ...

    @property
    def fields(self) -> Mapping[tuple[str, str], str]:
        """(`Definition.pointer`, wire name) -> attribute."""
        ...


def render_models(definitions: Sequence[Definition], names: ModelNames, *, header: str = "") -> str:
    """The module of models, a class each definition, in their order.

    `header` comes first, as it is. datamodel-code-generator writes the classes and their fields;
    the document's descriptions, which it never sees, become docstrings here.
    """
    bodies: dict[str, list[str]] = {}
    for start in range(0, len(definitions), BATCH):
        bodies |= _generate(definitions[start : start + BATCH], names)
    classes = [
        "\n".join(_document(definition, names.classes[definition.pointer], body))
        for definition, body in zip(definitions, bodies.values(), strict=True)
    ]
    parts = [f"{header}{_DOCSTRING}\n\n{_imports(bodies.values())}", *classes]
    return "\n\n\n".join(parts) + "\n"


_DOCSTRING = '"""The payloads of the messages, as the document describes them."""'


def _generate(definitions: Sequence[Definition], names: ModelNames) -> dict[str, list[str]]:
    """The bodies of the classes as datamodel-code-generator writes them: a line for each field."""
    parser = JsonSchemaParser(
        json.dumps(models_schema(definitions, names.classes)),
        aliases={
            f"{names.classes[definition.pointer]}.{field.name}": name
            for definition in definitions
            for field in definition.schema.properties
            if (name := names.fields[definition.pointer, field.name]) != field.name
        },
        allow_remote_refs=False,
        base_class="payload.Payload",
        custom_class_name_generator=str,  # the names are chosen
        enum_field_as_literal=LiteralType.All,
        field_constraints=True,
        formatters=[],
        keep_model_order=True,
        skip_root_model=True,
        strict_nullable=True,
        target_python_version=PythonVersion.PY_311,
        use_annotated=True,
        use_double_quotes=True,
        use_standard_collections=True,
        use_typed_nullable_map_values=True,
        use_union_operator=True,
    )
    code = str(parser.parse(format_=False))
    bodies = {match[1]: match[2].strip("\n").split("\n") for match in _CLASS.finditer(code)}
    classes = [names.classes[definition.pointer] for definition in definitions]
    return {name: bodies[name] for name in classes}


def _document(definition: Definition, name: str, lines: list[str]) -> Iterator[str]:
    """The lines of a class, with the document's descriptions as docstrings."""
    fields = definition.schema.properties
    yield f"class {name}(Payload):"
    text = _text(definition.schema) or definition.schema.title
    if text:
        yield f"    {docstring(text)}\n"
    is_documented = any(_text(field.schema) for field in fields)
    for number, (line, field) in enumerate(zip(lines, fields, strict=True)):
        if is_documented and number:
            yield ""
        yield line
        if _text(field.schema):
            yield f"    {docstring(_text(field.schema))}"


def _text(schema: Schema) -> str:
    """What a docstring says."""
    marks = ["Deprecated."] if schema.deprecated else []
    return "\n\n".join([text for text in (schema.description.strip(), *marks) if text])


def _imports(bodies: Iterable[list[str]]) -> str:
    lines = ["from __future__ import annotations", ""]
    code = "\n".join(line for body in bodies for line in body)
    mentioned = set(_WORD.findall(_STRING.sub("", code)))
    typing = [name for name in ("Annotated", "Any", "Literal") if name in mentioned]
    if typing:
        lines += [f"from typing import {', '.join(typing)}", ""]
    if "Field" in mentioned:
        lines += ["from pydantic import Field", ""]
    return "\n".join([*lines, "from .payload import Payload"])
