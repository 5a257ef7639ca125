"""Alternatives -> the one schema that stands for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from asyncapi_sse_gen.intermediate import Schema

_SCALARS = ("boolean", "integer", "number", "string")


def unite(alternatives: Iterable[Schema], discriminator: str = "") -> Schema:
    """The union of schemas: flat, null told apart, each of them once.

    Alternatives that only list values of one type are one enum.
    """
    read = list(_flatten(alternatives))
    nullable = any(schema.nullable or schema.type == "null" for schema in read)
    distinct: dict[str, Schema] = {}
    for schema in read:
        if schema.type != "null":
            distinct.setdefault(repr(bare(schema)), replace(schema, nullable=False))
    united = tuple(distinct.values())
    if not united:
        return Schema(type="null")
    if any(schema.type == "any" and not schema.values for schema in united):
        return Schema(nullable=nullable)
    if len(united) == 1:
        return replace(united[0], nullable=nullable)
    if _is_one_enum(united):
        values = {repr(value): value for schema in united for value in schema.values}
        return Schema(type=united[0].type, values=tuple(values.values()), nullable=nullable)
    return Schema(type="union", alternatives=united, discriminator=discriminator, nullable=nullable)


def bare(schema: Schema) -> Schema:
    """A schema without what doesn't tell it from others: null and what is for people."""
    return replace(
        schema,
        nullable=False,
        title="",
        description="",
        default=None,
        has_default=False,
        deprecated=False,
    )


def _flatten(schemas: Iterable[Schema]) -> Iterator[Schema]:
    for schema in schemas:
        if schema.type == "union":
            yield from schema.alternatives
            if schema.nullable:
                yield Schema(type="null")
        else:
            yield schema


def _is_one_enum(schemas: tuple[Schema, ...]) -> bool:
    types = {schema.type for schema in schemas}
    return len(types) == 1 and types <= set(_SCALARS) and all(s.values for s in schemas)
