"""Definitions -> the JSON Schema that datamodel-code-generator reads.

It holds no text for people, and says everything in the one form that comes out as wanted.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from .annotations import literals, value_types
from .intermediate import Definition, Property, Schema
from .targets import targets_of

JsonSchema = dict[str, Any]

_STAND_IN: JsonSchema = {"type": "object", "properties": {"stand_in": {}}}
_NULL: JsonSchema = {"enum": [None]}

MAX_LENGTH = 2**31 - 1
"""Bounds of lengths above it bound nothing, and don't fit pydantic's integers."""

_UNCHECKED = ("pattern", "uniqueItems")
"""ECMA's regular expressions aren't Rust's; and pydantic has no unique lists."""


def models_schema(definitions: Sequence[Definition], classes: Mapping[str, str]) -> JsonSchema:
    """A schema whose `$defs` are the definitions, under their classes' names.

    Definitions that they refer to and that aren't among them are there without their properties.
    """
    mentioned = {
        classes[target]: _STAND_IN
        for definition in definitions
        for field in definition.schema.properties
        for target in targets_of(field.schema)
    }
    described = {
        classes[definition.pointer]: _object(definition, classes) for definition in definitions
    }
    return {"$defs": mentioned | described}


def _object(definition: Definition, classes: Mapping[str, str]) -> JsonSchema:
    fields = definition.schema.properties
    return {
        "type": "object",
        "properties": {field.name: _property(field, classes) for field in fields},
        "required": [field.name for field in fields if field.required],
    }


def _property(field: Property, classes: Mapping[str, str]) -> JsonSchema:
    """A property; one that may be absent may be null as well.

    Bounds stand at the property itself only: within lists and unions they would become root models.
    """
    schema = field.schema
    nullable = schema.nullable or not field.required
    bounds = _bounds(schema)
    if bounds:
        described = {**next(_options(schema, classes)), **bounds}
        described |= {"nullable": True} if nullable else {}
    else:
        described = _joined([schema], classes)
        if not field.required and "type" in described:
            described = {**described, "nullable": True}  # read in half the time that `anyOf` takes
        elif nullable:
            described = _joined([schema], classes, nullable=True)
    if schema.has_default:
        described["default"] = schema.default
    return described


def _joined(
    schemas: Iterable[Schema], classes: Mapping[str, str], *, nullable: bool = False
) -> JsonSchema:
    """The schema of a value that one of these, or null, is valid for."""
    options: dict[str, JsonSchema] = {}
    for schema in schemas:
        options.update({json.dumps(option): option for option in _options(schema, classes)})
        nullable = nullable or schema.nullable
    if not all(options.values()):
        return {}
    joined = list(options.values())
    if nullable and _NULL not in joined:
        joined.append({"type": "null"})
    return joined[0] if len(joined) == 1 else {"anyOf": joined}


def _options(schema: Schema, classes: Mapping[str, str]) -> Iterator[JsonSchema]:
    if schema.values:
        values = literals(schema)
        if values:
            yield {"enum": list(values)}
        if len(values) != 1:
            yield from ({"type": name} for name in value_types(schema))
    elif schema.type == "union":
        for alternative in schema.alternatives:
            yield from _options(alternative, classes)
    elif schema.type == "reference":
        yield {"$ref": f"#/$defs/{classes[schema.target]}"}
    elif schema.type == "null":
        yield _NULL
    elif schema.type == "array":
        parts = [*schema.prefix_items, *([schema.items] if schema.items else [])]
        yield {"type": "array", **({"items": _joined(parts, classes)} if parts else {})}
    elif schema.type == "object":
        rest = schema.additional
        yield {
            "type": "object",
            **({"additionalProperties": _joined([rest], classes)} if rest else {}),
        }
    else:
        yield {} if schema.type == "any" else {"type": schema.type}


def _bounds(schema: Schema) -> JsonSchema:
    """The constraints that pydantic can check; an open enum has none."""
    bounds: JsonSchema = {}
    if schema.values:
        return bounds
    for keyword, value in schema.constraints:
        if keyword in _UNCHECKED or (schema.type not in _NUMERIC and value > MAX_LENGTH):
            continue
        if schema.type == "integer":
            value = _whole(keyword, value)
        if value is not None:
            bounds[keyword] = value
    return bounds


_NUMERIC = ("integer", "number")


def _whole(keyword: str, bound: float) -> int | None:
    """The bound of whole numbers that says the same; None where there is none."""
    if bound == int(bound):
        return int(bound)
    if keyword == "multipleOf":
        return None
    return math.ceil(bound) if keyword in ("minimum", "exclusiveMaximum") else math.floor(bound)
