"""The values that a schema lists or takes by default: `enum`, `const` and `default`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.intermediate import Schema, SchemaType, json_type
from asyncapi_sse_gen.nodes import Node


def listed_values(
    keywords: dict[str, Node], types: tuple[str, ...], report: Report
) -> tuple[Any, ...] | None:
    """The values of `enum` or `const`, null among them, each once; None where there is neither.

    Values of another type than the schema's can't ever be valid: they are left out, or, where the
    schema says string, read as the text that the document shows.
    """
    constant = keywords.get("const")
    enumeration = keywords.get("enum")
    if constant is None and enumeration is None:
        return None
    nodes = [constant] if constant else list(enumeration.elements() if enumeration else ())
    values: dict[str, Any] = {}
    for node in nodes:
        value = as_declared(node, types, report)
        if value is None or _admits(types, value):
            values[repr(value)] = value
        else:
            message = f"{node.text or 'this'} is of another type than the schema: {types[0]}"
            report.warning("value-of-wrong-type", message, node.place)
    return tuple(values.values())


def as_declared(node: Node, types: tuple[str, ...], report: Report) -> Any:
    """A value as it is meant: a number or date without quotes is text where text is due."""
    value = node.plain()
    if isinstance(value, bool | int | float) and types == ("string",):
        message = f'`{node.text}` is no text; it is read as "{node.text}"'
        report.warning("unquoted-text", message, node.place, help="put it in quotes")
        return node.text
    return value


def type_of_values(values: Iterable[Any]) -> SchemaType:
    """The one type of all these values, or any."""
    types: set[SchemaType] = {json_type(value) for value in values}
    if types == {"integer", "number"}:
        return "number"
    return next(iter(types)) if len(types) == 1 else "any"


def fits(schema: Schema, value: Any) -> bool:
    """Whether a value is valid for a schema and can stand in Python as it is.

    Nothing fits a model: JSON isn't one.
    """
    if value is None:
        return schema.nullable or schema.type in ("null", "any")
    if schema.values:
        return repr(value) in map(repr, schema.values)
    if schema.type == "union":
        return any(fits(alternative, value) for alternative in schema.alternatives)
    if schema.type == "array":
        return isinstance(value, list) and _items_fit(schema, value)
    if schema.type == "object":
        return isinstance(value, dict) and _values_fit(schema, value)
    return schema.type == "any" or _admits((schema.type,), value)


def _items_fit(schema: Schema, items: Any) -> bool:
    options = (*schema.prefix_items, *([schema.items] if schema.items else []))
    return not options or all(any(fits(option, item) for option in options) for item in items)


def _values_fit(schema: Schema, mapping: Any) -> bool:
    rest = schema.additional
    return rest is None or all(fits(rest, item) for item in mapping.values())


def _admits(types: tuple[str, ...], value: Any) -> bool:
    """Whether a value is of one of these types; no types admit any."""
    found = json_type(value)
    return not types or found in types or (found == "integer" and "number" in types)
