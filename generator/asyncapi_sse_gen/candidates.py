"""Plain values for a synthesis to choose from, the most ordinary ones first."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from .intermediate import Schema

TEXT = "text"
_LONGEST = 1000
_BOUNDS = (
    ("minimum", 1),
    ("exclusiveMinimum", 1),
    ("maximum", -1),
    ("exclusiveMaximum", -1),
)
"""Keywords, and on which side of them the values are."""
_ORDINARY: Mapping[str, Any] = {"null": None, "boolean": True}


def candidates(schema: Schema) -> list[Any]:
    """Values of a plain type; those near its bounds are among them."""
    bounds = dict(schema.constraints)
    if schema.type == "string":
        return [_string(bounds)]
    if schema.type == "integer":
        return [int(number) for number in _numbers(bounds) if number == int(number)]
    if schema.type == "number":
        return list(_numbers(bounds))
    return [_ORDINARY.get(schema.type, TEXT)]


def _string(bounds: Mapping[str, Any]) -> str:
    least = min(int(bounds.get("minLength", 0)), _LONGEST)
    most = min(int(bounds.get("maxLength", _LONGEST)), _LONGEST)
    return (TEXT * max(1, math.ceil(least / len(TEXT))))[: min(most, max(least, len(TEXT)))]


def _numbers(bounds: Mapping[str, Any]) -> Iterator[float]:
    yield from (1, 0)
    step = bounds.get("multipleOf", 1)
    yield step
    for keyword, side in _BOUNDS:
        if keyword in bounds:
            bound = bounds[keyword]
            nearest = (math.ceil if side > 0 else math.floor)(bound / step) * step
            yield from (bound, nearest, nearest + side * step, bound + side * step / 2)
