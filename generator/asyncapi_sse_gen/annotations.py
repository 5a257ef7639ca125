"""Schemas -> Python types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from .intermediate import Schema, json_type
from .quoting import literal

PYTHON_TYPES = {"boolean": "bool", "integer": "int", "number": "float", "string": "str"}


class ClassNames(Protocol):
    """Knows what the models are called."""

    @property
    def classes(self) -> Mapping[str, str]:
        """`Definition.pointer` -> class."""
        ...


def annotation(schema: Schema, names: ClassNames) -> str:
    """The type of a value that is valid for a schema, as models.py has it.

    An enum is open: it is a union of its values and their type. `Any` admits null already.
    """
    return _joined([schema], names.classes)


def literals(schema: Schema) -> tuple[Any, ...]:
    """The values of an enum that `Literal` can hold and tell apart; empty if not all of them.

    `Literal` holds no float, list or object, and takes True for 1.
    """
    values = schema.values
    is_sound = all(isinstance(value, bool | int | str) for value in values)
    return values if is_sound and len(set(values)) == len(values) else ()


def value_types(schema: Schema) -> tuple[str, ...]:
    """The JSON types that the values of an enum may have."""
    if schema.type != "any":
        return (schema.type,)
    return tuple(dict.fromkeys(json_type(value) for value in schema.values))


def _options(schema: Schema, classes: Mapping[str, str]) -> Iterable[str]:
    if schema.values:
        values = literals(schema)
        if values:
            yield f"Literal[{', '.join(map(literal, values))}]"
        if len(values) != 1:
            for name in value_types(schema):
                yield _plain(name)
    elif schema.type == "union":
        for alternative in schema.alternatives:
            yield from _options(alternative, classes)
    elif schema.type == "reference":
        yield classes[schema.target]
    elif schema.type == "array":
        yield f"list[{_items(schema, classes)}]"
    elif schema.type == "object":
        rest = schema.additional
        yield f"dict[str, {_joined([rest], classes) if rest else 'Any'}]"
    else:
        yield _plain(schema.type)


def _items(schema: Schema, classes: Mapping[str, str]) -> str:
    """The type of an array's items; those of a tuple share one, since JSON has arrays only."""
    parts = [*schema.prefix_items, *([schema.items] if schema.items else [])]
    return _joined(parts, classes) if parts else "Any"


def _joined(schemas: Iterable[Schema], classes: Mapping[str, str]) -> str:
    options: dict[str, None] = {}
    nullable = False
    for schema in schemas:
        options.update(dict.fromkeys(_options(schema, classes)))
        nullable = nullable or schema.nullable
    if "Any" in options:
        return "Any"
    nullable = nullable or "None" in options
    options.pop("None", None)
    return " | ".join([*options, *(["None"] if nullable else [])])


def _plain(name: str) -> str:
    if name == "null":
        return "None"
    if name == "array":
        return "list[Any]"
    return "dict[str, Any]" if name == "object" else PYTHON_TYPES.get(name, "Any")
