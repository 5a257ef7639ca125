"""Schemas -> payloads that are valid for them, where a document has no example of its own."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from .examples import Checker
from .intermediate import Definition, Property, Schema

_MAX_DEPTH = 30
"""References that may lie within one another."""
_MAX_SIZE = 1000
"""Values that a payload may consist of: what refers twice to what refers twice grows fast."""
_TEXT = "text"


class UnmakeableError(Exception):
    """No payload can be made, or only one that is too large to be of use."""


class Synthesis:
    """Makes payloads: what is required and what is constant, the same ones each time.

    What was made of a definition is kept, so that the work grows with the document and no faster.
    """

    def __init__(self, definitions: Iterable[Definition]) -> None:
        self._definitions: Mapping[str, Definition] = {it.pointer: it for it in definitions}
        self._checker = Checker(self._definitions)
        self._made: dict[str, Any] = {}
        self._unmade: set[str] = set()
        self._depth = 0

    def payload(self, schema: Schema, wanted: Sequence[str] | None = ()) -> Any:
        """A payload with the wanted properties too; with all that can be made, if None.

        Raises:
            UnmakeableError: there is none.
        """
        schema = self._followed(schema)
        while True:
            known = len(self._made)
            self._unmade.clear()
            try:
                return self._sized(self._value(schema, wanted))
            except UnmakeableError:
                if len(self._made) == known:  # what stood in its own way may be known by now
                    raise

    def is_valid(self, schema: Schema, payload: Any) -> bool:
        """Whether the schema allows a payload."""
        return not self._checker.problems(schema, payload, "")

    def property(self, schema: Schema, name: str) -> Schema | None:
        """The schema of a property of an object, if it has one."""
        properties = self._followed(schema).properties
        return next((self._followed(it.schema) for it in properties if it.name == name), None)

    def _followed(self, schema: Schema) -> Schema:
        """What a reference leads to; a definition is never a reference itself."""
        definition = self._definitions.get(schema.target)
        return definition.schema if schema.type == "reference" and definition else schema

    def _value(self, schema: Schema, wanted: Sequence[str] | None = ()) -> Any:
        if schema.values:
            return schema.values[0]
        try:
            if schema.type == "reference":
                return self._referenced(schema.target)
            if schema.type == "union":
                return self._alternative(schema.alternatives)
            if schema.type == "array":
                return self._array(schema)
            if schema.type == "object":
                return self._object(schema, wanted)
        except UnmakeableError:
            if schema.nullable:
                return None
            raise
        return self._plain(schema)

    def _referenced(self, target: str) -> Any:
        if target in self._made:
            return self._made[target]
        if target in self._unmade or target not in self._definitions or self._depth > _MAX_DEPTH:
            raise UnmakeableError(target)
        self._unmade.add(target)  # as long as it is in the making, it can't be part of itself
        self._depth += 1
        try:
            self._made[target] = self._sized(self._value(self._definitions[target].schema))
        finally:
            self._depth -= 1
        return self._made[target]

    def _alternative(self, alternatives: Sequence[Schema]) -> Any:
        for alternative in alternatives:
            try:
                return self._value(alternative)
            except UnmakeableError:
                continue
        raise UnmakeableError("no alternative")

    def _array(self, schema: Schema) -> list[Any]:
        bounds = dict(schema.constraints)
        least, most = int(bounds.get("minItems", 0)), bounds.get("maxItems", _MAX_SIZE)
        if least > _MAX_SIZE:
            raise UnmakeableError("too long")
        try:
            items = [self._value(item) for item in schema.prefix_items[: int(most)]]
            if schema.items and most > len(items):
                item = self._value(schema.items)
                items += [item] * max(1, least - len(items))
        except UnmakeableError:
            if least:
                raise
            return []
        return items

    def _object(self, schema: Schema, wanted: Sequence[str] | None) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for it in schema.properties:
            if it.required or (wanted and it.name in wanted):
                made[it.name] = self._value(it.schema)
            elif wanted is None or len(it.schema.values) == 1:
                made.update(self._if_it_can_be_made(it))
        for it in schema.properties:
            if not made:
                made.update(self._if_it_can_be_made(it))
        return made

    def _if_it_can_be_made(self, it: Property) -> dict[str, Any]:
        try:
            return {it.name: self._value(it.schema)}
        except UnmakeableError:
            return {}

    def _plain(self, schema: Schema) -> Any:
        """The first value that the constraints allow; if they allow none, the first one."""
        candidates = list(_CANDIDATES[schema.type](dict(schema.constraints)))
        return next((it for it in candidates if self.is_valid(schema, it)), candidates[0])

    def _sized(self, value: Any) -> Any:
        if _size(value) > _MAX_SIZE:
            raise UnmakeableError("too large")
        return value


def _size(value: Any) -> int:
    """How many values a value consists of; no more than is needed to see that it's too large."""
    count, waiting = 0, [value]
    while waiting and count <= _MAX_SIZE:
        value = waiting.pop()
        count += 1
        parts: Iterable[Any] = value.values() if isinstance(value, dict) else value
        if isinstance(value, dict | list):
            waiting.extend(parts)
    return count


def _numbers(bounds: Mapping[str, Any]) -> Iterator[float]:
    yield from (1, 0)
    step = bounds.get("multipleOf", 1)
    for keyword, direction in _BOUNDS:
        if keyword in bounds and math.isfinite(bounds[keyword]):
            bound = bounds[keyword]
            yield from (bound, bound + direction * step, bound + direction * step / 2)
            nearest = (math.ceil if direction > 0 else math.floor)(bound / step) * step
            yield from (nearest, nearest + direction * step)
    yield step


_BOUNDS = (
    ("minimum", 1),
    ("exclusiveMinimum", 1),
    ("maximum", -1),
    ("exclusiveMaximum", -1),
)


def _integers(bounds: Mapping[str, Any]) -> Iterator[int]:
    yield from (int(number) for number in _numbers(bounds) if number == int(number))


def _strings(bounds: Mapping[str, Any]) -> Iterator[str]:
    least, most = bounds.get("minLength", 0), bounds.get("maxLength", _MAX_SIZE)
    repeated = _TEXT * (min(int(least), _MAX_SIZE) // len(_TEXT) + 1)
    yield repeated[: max(0, int(min(most, max(least, len(_TEXT)))))]


_CANDIDATES: Mapping[str, Callable[[Mapping[str, Any]], Iterator[Any]]] = {
    "any": lambda _: iter([_TEXT]),
    "null": lambda _: iter([None]),
    "boolean": lambda _: iter([True]),
    "integer": _integers,
    "number": _numbers,
    "string": _strings,
}
