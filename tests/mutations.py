"""Documents that are changed at random: what stands in them is deleted, doubled, retyped, renamed,
swapped, or made a reference to something else."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from .json_values import is_list, is_mapping

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 3.5, 1e300, 10**30, "", " ", "x", "true", "null", "[DONE]"),
    *("a\nb", "\"\"\" '''", "\\", "{x}", "{", "../..", "/", "//x.example", "a b", "\u202e", "é"),
    *("object", "array", "text/plain", "POST", "error", "data: x", "2.6.0", "class", "self"),
    *json.loads(
        """[[], [[]], [null], ["x", "x"], {}, {"": {}}, {"type": "null"}, {"const": 1}, {"not": {}},
        {"type": ["string", "null"]}, {"enum": [1, true, "1", null]}, {"oneOf": [{}, {}]},
        {"allOf": [{"type": "string"}, {"nullable": true}]}, {"items": [{}, false]},
        {"properties": {"class": {}, "": {}, "a-b": {}, "a_b": {}}}, {"required": ["x"]},
        {"additionalProperties": {}}, {"patternProperties": {"^x": {"type": "integer"}}}]"""
    ),
)
KEYS = (
    *("", "x", "$ref", "allOf", "anyOf", "oneOf", "type", "enum", "const", "default", "nullable"),
    *("properties", "items", "required", "additionalProperties", "discriminator", "payload"),
    *("headers", "bindings", "http", "x-sse", "traits", "examples", "name", "contentType", "title"),
    *("publish", "subscribe", "message", "security", "servers", "variables", "parameters"),
    *("class", "None", "__init__", "model_config", "copy", "schema", "json", "a b", "é", "1st"),
    *("Client", "Payload", "list", "str", "x" * 200, "{x}", "a/b", "a~b", "a\nb", '"""'),
)


@dataclass(frozen=True)
class Spot:
    """Where a value stands: in which mapping or list, and under what."""

    container: Any
    key: Any
    pointer: str

    @property
    def value(self) -> Any:
        return self.container[self.key]


Draw = Callable[[st.SearchStrategy[Any]], Any]


def spots(node: Any, pointer: str = "#") -> Iterator[Spot]:
    """All places below a node."""
    keys: Any = ()
    if is_mapping(node):
        keys = node.keys()
    elif is_list(node):
        keys = range(len(node))
    for key in keys:
        below = f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"
        yield Spot(node, key, below)
        yield from spots(node[key], below)


@st.composite
def mutated(draw: Draw, documents: tuple[Any, ...]) -> Any:
    """One of the documents, changed in one to four places."""
    document = copy.deepcopy(draw(st.sampled_from(documents)))
    for _ in range(draw(st.integers(1, 4))):
        found: list[Spot] = list(spots(document))
        if not found:
            break
        chosen: list[Spot] = [found[draw(st.integers(0, len(found) - 1))] for _ in range(2)]
        spot, other = chosen
        draw(st.sampled_from(MUTATIONS))(spot, other, draw)
    return document


def _delete(spot: Spot, _: Spot, __: Draw) -> None:
    del spot.container[spot.key]


def _replace(spot: Spot, _: Spot, draw: Draw) -> None:
    spot.container[spot.key] = copy.deepcopy(draw(st.sampled_from(VALUES)))


def _duplicate(spot: Spot, _: Spot, draw: Draw) -> None:
    value = copy.deepcopy(spot.value)
    if is_list(spot.container):
        spot.container.append(value)
    else:
        spot.container[draw(st.sampled_from(KEYS))] = value


def _rename(spot: Spot, other: Spot, draw: Draw) -> None:
    if is_mapping(spot.container):
        name = other.key if isinstance(other.key, str) else draw(st.sampled_from(KEYS))
        spot.container[draw(st.sampled_from((name, *KEYS)))] = spot.container.pop(spot.key)


def _swap(spot: Spot, other: Spot, _: Draw) -> None:
    first, second = copy.deepcopy(spot.value), copy.deepcopy(other.value)
    other.container[other.key] = first
    if is_mapping(spot.container) or spot.key in range(len(spot.container)):
        spot.container[spot.key] = second


def _copy(spot: Spot, other: Spot, _: Draw) -> None:
    spot.container[spot.key] = copy.deepcopy(other.value)


def _refer(spot: Spot, other: Spot, _: Draw) -> None:
    spot.container[spot.key] = {"$ref": other.pointer}


def _wrap(spot: Spot, _: Spot, draw: Draw) -> None:
    value = spot.value
    key = draw(st.sampled_from(KEYS))
    spot.container[spot.key] = [value] if draw(st.booleans()) else {key: value}


MUTATIONS = (_delete, _replace, _duplicate, _rename, _swap, _copy, _refer, _wrap)
