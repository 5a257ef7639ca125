"""Arrays, and objects without properties of their own."""

from __future__ import annotations

from asyncapi_sse_gen.intermediate import Schema

from .constraints import constraints_of
from .standing import item_name
from .subject import Read, Subject
from .unions import unite


def read_array(subject: Subject, read: Read) -> Schema:
    """An array; a tuple is spelled as a list of `items`, or by `prefixItems`."""
    items = subject.get("items")
    prefix = list(subject.elements("prefixItems"))
    if items is not None and items.is_sequence:
        prefix, items = list(items.elements()), subject.get("additionalItems")
    if items is not None and items.value is False:
        items = None
    name = item_name(subject.name)
    return Schema(
        type="array",
        items=read(items, name) if items else None,
        prefix_items=tuple(read(element, name) for element in prefix),
        constraints=constraints_of("array", subject.keywords),
    )


def read_map(subject: Subject, read: Read) -> Schema:
    """An object whose properties have no names of their own, or only patterns for them."""
    values = [schema for _, schema in subject.entries("patternProperties")]
    rest = subject.get("additionalProperties")
    if rest is not None and rest.value is not False:
        values.append(rest)
    name = item_name(subject.name)
    return Schema(
        type="object",
        additional=unite(read(value, name) for value in values) if values else None,
        constraints=constraints_of("object", subject.keywords),
    )
