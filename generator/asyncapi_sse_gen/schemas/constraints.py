"""The keywords that bound a value, by the type that they bound."""

from __future__ import annotations

from typing import Any

from asyncapi_sse_gen.nodes import Node

_BOUNDS = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}
_NUMERIC = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_BY_TYPE = {
    "integer": _NUMERIC,
    "number": _NUMERIC,
    "string": ("minLength", "maxLength", "pattern"),
    "array": ("minItems", "maxItems", "uniqueItems"),
    "object": ("minProperties", "maxProperties"),
}


def constraints_of(type_name: str, keywords: dict[str, Node]) -> tuple[tuple[str, Any], ...]:
    """The keywords that bound a value of a type, with their values, in draft 7's spelling.

    OpenAPI 3.0 and draft 4 say `exclusiveMinimum: true` beside a `minimum`.
    """
    found: dict[str, Any] = {}
    for keyword in _BY_TYPE.get(type_name, ()):
        node = keywords.get(keyword)
        if node is None or (isinstance(node.value, bool) and keyword in _BOUNDS):
            continue
        bound = _BOUNDS_OF.get(keyword)
        if bound and bound in keywords and keywords[bound].value is True:
            keyword = bound
        found[keyword] = node.text if keyword == "pattern" else node.value
    return tuple(found.items())


_BOUNDS_OF = {bound: exclusive for exclusive, bound in _BOUNDS.items()}
