"""Schemas -> payloads that are valid for them, where a document has no example of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .candidates import candidates
from .examples import Checker, is_array, is_object
from .intermediate import Definition, Property, Schema

_MAX_DEPTH = 30
"""References that may lie within one another."""
_MAX_SIZE = 1000
"""Values that a payload may consist of: what refers twice to what refers twice grows fast."""
_PLAIN = ("string", "integer", "number", "boolean")


class UnmakeableError(Exception):
    """No payload can be made, or only one that is too large to be of use."""


class Synthesis:
    """Makes payloads of what is required and what is constant: the same ones each time.

    What was made of a definition is kept, so that the work grows with the document and no faster.
    """

    def __init__(self, definitions: Iterable[Definition]) -> None:
        self._definitions: Mapping[str, Definition] = {it.pointer: it for it in definitions}
        self._checker = Checker(self._definitions)
        self._made: dict[str, Any] = {}
        self._tried: set[str] = set()
        self._depth = 0

    def payload(self, schema: Schema, wanted: Sequence[str] | None = ()) -> Any:
        """A payload, with the wanted properties too; with all that can be made if None.

        Raises:
            UnmakeableError: there is none.
        """
        schema = self._followed(schema)
        while True:
            known = len(self._made)
            self._tried.clear()
            try:
                return _sized(self._value(schema, wanted))
            except UnmakeableError:
                if len(self._made) == known:  # else what stood in its own way is known by now
                    raise

    def is_valid(self, schema: Schema, payload: Any) -> bool:
        """Whether the schema allows a payload."""
        return not self._checker.problems(schema, payload, "")

    def plain_properties(self, schema: Schema) -> list[str]:
        """The properties of an object that can have many values, all of one plain type."""
        properties = self._followed(schema).properties
        return [it.name for it in properties if it.schema.type in _PLAIN and not it.schema.values]

    def _followed(self, schema: Schema) -> Schema:
        """What a reference leads to; a definition is never a reference itself."""
        definition = self._definitions.get(schema.target)
        return definition.schema if schema.type == "reference" and definition else schema

    def _value(self, schema: Schema, wanted: Sequence[str] | None = ()) -> Any:
        if schema.values:
            return schema.values[0]
        makers: Mapping[str, Callable[[], Any]] = {
            "reference": lambda: self._referenced(schema.target),
            "union": lambda: self._alternative(schema.alternatives),
            "array": lambda: self._array(schema),
            "object": lambda: self._object(schema.properties, wanted),
        }
        try:
            return makers.get(schema.type, lambda: self._plain(schema))()
        except UnmakeableError:
            if schema.nullable:
                return None
            raise

    def _referenced(self, target: str) -> Any:
        if target in self._made:
            return self._made[target]
        if target in self._tried or target not in self._definitions or self._depth > _MAX_DEPTH:
            raise UnmakeableError(target)
        self._tried.add(target)  # as long as it is in the making, it can't be part of itself
        self._depth += 1
        try:
            self._made[target] = _sized(self._value(self._definitions[target].schema))
        finally:
            self._depth -= 1
        return self._made[target]

    def _alternative(self, alternatives: Iterable[Schema]) -> Any:
        for alternative in alternatives:
            try:
                return self._value(alternative)
            except UnmakeableError:
                continue
        raise UnmakeableError("no alternative")

    def _array(self, schema: Schema) -> list[Any]:
        bounds = dict(schema.constraints)
        least, most = bounds.get("minItems", 0), min(bounds.get("maxItems", _MAX_SIZE), _MAX_SIZE)
        items: list[Any] = []
        try:
            for position in range(int(min(most, max(least, len(schema.prefix_items), 1)))):
                is_prefix = position < len(schema.prefix_items)
                item = schema.prefix_items[position] if is_prefix else schema.items
                if item:
                    items.append(self._value(item))
        except UnmakeableError:
            if len(items) < least:
                raise
        return items

    def _object(
        self, properties: Iterable[Property], wanted: Sequence[str] | None
    ) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for it in properties:
            if it.required or (wanted and it.name in wanted):
                made[it.name] = self._value(it.schema)
            elif wanted is None or len(it.schema.values) == 1:
                made.update(self._if_it_can_be_made(it))
        for it in properties:
            if not made:  # an object without any of its properties says nothing
                made.update(self._if_it_can_be_made(it))
        return made

    def _if_it_can_be_made(self, it: Property) -> dict[str, Any]:
        try:
            return {it.name: self._value(it.schema)}
        except UnmakeableError:
            return {}

    def _plain(self, schema: Schema) -> Any:
        """The first candidate that the constraints allow; if they allow none, the first one."""
        found = candidates(schema)
        return next((it for it in found if self.is_valid(schema, it)), found[0])


def _sized(value: Any) -> Any:
    """The value, if it isn't too large."""
    count, waiting = 0, [value]
    while waiting:
        part = waiting.pop()
        waiting.extend(part.values() if is_object(part) else part if is_array(part) else [])
        count += 1
        if count > _MAX_SIZE:
            raise UnmakeableError("too large")
    return value
