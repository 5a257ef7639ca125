"""Payloads: what the schemas of messages have in them, seen through references and unions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from asyncapi_sse_gen.intermediate import Property, Schema
from asyncapi_sse_gen.schemas import SchemaReader

MAX_DEPTH = 3
"""How deep in a payload a discriminator is looked for."""

MAX_PATHS = 2_000
"""How many of its properties are looked at."""

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Payloads:
    """The schemas that a reader has read, whose references lead to its definitions."""

    schemas: SchemaReader
    _properties: dict[str, dict[str, Property]] = field(
        default_factory=dict[str, dict[str, Property]]
    )

    def objects(self, schema: Schema) -> tuple[Schema, ...]:
        """The objects that a payload may be: itself, or those among its alternatives."""
        if schema.type == "union":
            return tuple(one for other in schema.alternatives for one in self.objects(other))
        return (schema,) if schema.type in ("object", "reference") else ()

    def is_object(self, schema: Schema) -> bool:
        """Whether a payload is always an object."""
        if schema.type == "union":
            return all(self.is_object(alternative) for alternative in schema.alternatives)
        return schema.type in ("object", "reference")

    def description(self, schema: Schema) -> str:
        """What a payload's schema says of itself."""
        return schema.description or self._definition(schema.target).description

    def name(self, schema: Schema) -> str:
        """What the place of an object's schema calls it."""
        definition = self.schemas.definition(schema.target)
        return definition.proposed if definition is not None else ""

    def properties(self, schema: Schema) -> tuple[str, ...]:
        """The properties that a payload may have."""
        shapes = self.objects(schema)
        return tuple(dict.fromkeys(name for shape in shapes for name in self._of(shape)))

    def required(self, schema: Schema) -> tuple[str, ...]:
        """The properties that a payload has in any case."""
        shapes = [
            [name for name, found in self._of(shape).items() if found.required]
            for shape in self.objects(schema)
        ]
        if not shapes or not self.is_object(schema):
            return ()
        return tuple(name for name in shapes[0] if all(name in shape for shape in shapes))

    def paths(self, schema: Schema) -> Iterator[Path]:
        """The paths of a payload's properties, the less deep ones first."""
        level: list[tuple[Path, Schema]] = [((), schema)]
        for _ in range(MAX_DEPTH):
            level = list(islice(self._below(level), MAX_PATHS))
            yield from dict.fromkeys(path for path, _ in level)

    def _below(self, level: list[tuple[Path, Schema]]) -> Iterator[tuple[Path, Schema]]:
        for path, parent in level:
            for shape in self.objects(parent):
                yield from (((*path, name), one.schema) for name, one in self._of(shape).items())

    def values(self, schema: Schema, path: Path) -> tuple[Any, ...] | None:
        """The values that a payload may have at a path; None where any will do.

        Empty where the payload has no such property.
        """
        schemas = [schema]
        for name in path:
            shapes = [shape for one in schemas for shape in self.objects(one)]
            distinct = {shape.target or id(shape): shape for shape in shapes}
            found = [self._of(shape).get(name) for shape in distinct.values()]
            present = [one.schema for one in found if one is not None]
            if present and len(present) < len(found):
                return None
            schemas = present
        if any(not one.values for one in schemas):
            return None
        return tuple(value for one in schemas for value in one.values)

    def _of(self, schema: Schema) -> dict[str, Property]:
        if schema.type != "reference":
            return {found.name: found for found in schema.properties}
        if schema.target not in self._properties:
            found = self._definition(schema.target).properties
            self._properties[schema.target] = {one.name: one for one in found}
        return self._properties[schema.target]

    def _definition(self, target: str) -> Schema:
        definition = self.schemas.definition(target)
        return definition.schema if definition is not None else Schema()
