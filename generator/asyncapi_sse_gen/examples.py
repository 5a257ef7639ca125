"""The examples of a document against the schemas that they are examples of."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from math import isfinite
from typing import Any, TypeGuard

from .diagnostics import Report
from .intermediate import Api, Definition, Example, Schema

_MAX_DEPTH = 200
"""Steps from schema to schema; unions that refer to themselves have no end."""


def check_examples(api: Api, report: Report) -> None:
    """Warn of every example of a message or request that its schema doesn't allow."""
    checker = Checker({definition.pointer: definition for definition in api.definitions})
    for example, schema in _examples(api):
        for path, problem in checker.problems(schema, example.payload, "$"):
            name = f"`{example.name}`" if example.name else "the example"
            message = f"{name} isn't what its schema says: {path} {problem}"
            report.warning("example-mismatch", message, example.place)


def _examples(api: Api) -> Iterator[tuple[Example, Schema]]:
    for operation in api.operations:
        for message in operation.messages:
            yield from ((example, message.payload) for example in message.examples)
        if operation.request and operation.request.payload:
            payload = operation.request.payload
            yield from ((example, payload) for example in operation.request.examples)


Problem = tuple[str, str]
"""A JSON path and what is wrong there."""


class Checker:
    """JSON Schema validation (draft 7) over the normalised schemas.

    A `pattern` isn't tried: one from a document could take forever.
    """

    def __init__(self, definitions: Mapping[str, Definition]) -> None:
        self._definitions = definitions

    def problems(self, schema: Schema, value: Any, path: str, depth: int = 0) -> list[Problem]:
        """What the schema doesn't allow in the value."""
        if depth > _MAX_DEPTH or (value is None and schema.nullable):
            return []
        if schema.type == "reference":
            definition = self._definitions.get(schema.target)
            return self.problems(definition.schema, value, path, depth + 1) if definition else []
        if schema.type == "union":
            return self._union_problems(schema, value, path, depth)
        if not _TYPES[schema.type](value):
            return [(path, f"is {_kind(value)}, not {schema.type}")]
        if schema.values and _identity(value) not in map(_identity, schema.values):
            return [(path, "isn't one of the values that its `enum` or `const` has")]
        problems = [(path, text) for text in _constraint_problems(schema, value)]
        if is_object(value):
            problems += self._object_problems(schema, value, path, depth)
        if is_array(value):
            problems += self._array_problems(schema, value, path, depth)
        return problems

    def _union_problems(self, schema: Schema, value: Any, path: str, depth: int) -> list[Problem]:
        found = [self.problems(each, value, path, depth + 1) for each in schema.alternatives]
        if not all(found):
            return []
        return found[0] if len(found) == 1 else [(path, "is none of the alternatives")]

    def _object_problems(
        self, schema: Schema, value: dict[str, Any], path: str, depth: int
    ) -> list[Problem]:
        known = {each.name: each for each in schema.properties}
        problems = [
            (path, f"lacks the required property `{name}`")
            for name, each in known.items()
            if each.required and name not in value
        ]
        for name, element in value.items():
            expected = known[name].schema if name in known else schema.additional
            if expected is not None:
                problems += self.problems(expected, element, f"{path}.{name}", depth + 1)
        return problems

    def _array_problems(
        self, schema: Schema, value: list[Any], path: str, depth: int
    ) -> list[Problem]:
        problems: list[Problem] = []
        for index, element in enumerate(value):
            is_prefix = index < len(schema.prefix_items)
            expected = schema.prefix_items[index] if is_prefix else schema.items
            if expected is not None:
                problems += self.problems(expected, element, f"{path}[{index}]", depth + 1)
        return problems


def _constraint_problems(schema: Schema, value: Any) -> Iterator[str]:
    for keyword, bound in schema.constraints:
        holds = _CONSTRAINTS.get(keyword)
        if holds is not None and not holds(value, bound):
            yield f"breaks `{keyword}: {json.dumps(bound)}`"


def _is_multiple(value: float, bound: float) -> bool:
    quotient = value / bound if bound else 0.0
    return not isfinite(quotient) or abs(quotient - round(quotient)) < 1e-9


_CONSTRAINTS: Mapping[str, Callable[[Any, Any], bool]] = {
    "minimum": lambda value, bound: value >= bound,
    "maximum": lambda value, bound: value <= bound,
    "exclusiveMinimum": lambda value, bound: value > bound,
    "exclusiveMaximum": lambda value, bound: value < bound,
    "multipleOf": _is_multiple,
    "minLength": lambda value, bound: len(value) >= bound,
    "maxLength": lambda value, bound: len(value) <= bound,
    "minItems": lambda value, bound: len(value) >= bound,
    "maxItems": lambda value, bound: len(value) <= bound,
    "uniqueItems": lambda value, bound: not bound or len(set(map(_identity, value))) == len(value),
    "minProperties": lambda value, bound: len(value) >= bound,
    "maxProperties": lambda value, bound: len(value) <= bound,
}


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_array(value: Any) -> TypeGuard[list[Any]]:
    """Whether a value is what JSON calls an array."""
    return isinstance(value, list)


def is_object(value: Any) -> TypeGuard[dict[str, Any]]:
    """Whether a value is what JSON calls an object."""
    return isinstance(value, dict)


_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "any": lambda _: True,
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: _is_number(value) and value == int(value),
    "number": _is_number,
    "string": lambda value: isinstance(value, str),
    "array": is_array,
    "object": is_object,
}


def _kind(value: Any) -> str:
    """The JSON type of a value."""
    return next(name for name, holds in _TYPES.items() if name != "any" and holds(value))


def _identity(value: Any) -> str:
    """What JSON takes for the same value: 1 and true differ, 1 and 1.0 don't."""
    if _is_number(value) and value == int(value):
        value = int(value)
    return json.dumps(value, sort_keys=True)
