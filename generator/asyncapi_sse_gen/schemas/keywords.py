"""What each keyword of a JSON Schema must hold (draft 7, with OpenAPI 3.0's few of its own)."""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable
from functools import lru_cache

from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.intermediate import SchemaType
from asyncapi_sse_gen.nodes import Node

MAX_LENGTH = 30
"""Up to which length a keyword is taken for a misspelt one."""

TYPES: dict[str, SchemaType] = {
    "null": "null",
    "boolean": "boolean",
    "integer": "integer",
    "number": "number",
    "string": "string",
    "array": "array",
    "object": "object",
}

UNCHECKED = frozenset(
    {
        "contains",
        "dependencies",
        "dependentRequired",
        "dependentSchemas",
        "else",
        "if",
        "not",
        "propertyNames",
        "then",
    }
)
"""Keywords that narrow what is valid in ways that a Python type can't say."""


REMARKS = frozenset(
    [
        "$anchor",
        "$comment",
        "$defs",
        "$dynamicAnchor",
        "$dynamicRef",
        "$id",
        "$schema",
        "const",
        "contentEncoding",
        "contentMediaType",
        "contentSchema",
        "default",
        "definitions",
        "example",
        "examples",
        "externalDocs",
        "id",
        "maxContains",
        "minContains",
        "readOnly",
        "unevaluatedItems",
        "unevaluatedProperties",
        "writeOnly",
        "xml",
    ]
)
"""Keywords that may hold anything, or that say nothing of what is valid."""


def sound_keywords(node: Node, report: Report) -> dict[str, Node]:
    """The keywords of a schema that hold what they must; the others are reported, all of them."""
    sound: dict[str, Node] = {}
    for keyword, value in node.items():
        holds, expected = _RULES.get(keyword, (_anything, ""))
        if keyword in UNCHECKED:
            message = f"the models don't check `{keyword}`"
            report.note("unchecked-keyword", message, node.key_place(keyword))
        elif keyword == "required" and isinstance(value.value, bool):
            help = "name the property in the `required` of the object that it belongs to"
            message = "`required` is a list of an object's properties; it is left out here"
            report.warning("misplaced-required", message, value.place, help=help)
        elif meant := _meant(keyword):
            message = f"`{keyword}` means nothing in a schema"
            help = f"did you mean `{meant}`?"
            report.warning("misspelt-keyword", message, node.key_place(keyword), help=help)
        elif holds(value):
            sound[keyword] = value
        else:
            message = f"`{keyword}` must be {expected}, not {kind_of(value)}"
            report.error("invalid-keyword", message, value.place)
    return sound


@lru_cache(1000)
def _meant(keyword: str) -> str:
    """The keyword that a misspelt one stands for; empty if it isn't, or resembles none."""
    if keyword in _RULES or keyword in REMARKS or len(keyword) > MAX_LENGTH:
        return ""
    folded = {known.lower(): known for known in (*_RULES, *UNCHECKED, *REMARKS)}
    close = difflib.get_close_matches(keyword.lower(), folded, n=1, cutoff=0.8)
    return folded[close[0]] if close else ""


def declared_types(keywords: dict[str, Node], report: Report) -> tuple[SchemaType, ...]:
    """The types that `type` names, each once; empty where there is none, or none that is right."""
    node = keywords.get("type")
    if node is None:
        return ()
    names: dict[SchemaType, None] = {}
    for element in node.elements() if node.is_sequence else (node,):
        name = "null" if element.value is None else element.text
        if name in TYPES:
            names[TYPES[name]] = None
        else:
            close = difflib.get_close_matches(name, TYPES, n=1)
            help = f"did you mean `{close[0]}`?" if close else "the types are " + ", ".join(TYPES)
            report.error("unknown-type", f"there is no type {name!a}", element.place, help=help)
    return tuple(names)


def kind_of(node: Node) -> str:
    """What a node holds, in the words of a message."""
    value = node.value
    if node.is_mapping:
        return "a mapping"
    if node.is_sequence:
        return "a list of other things" if node.value else "an empty list"
    if value is None:
        return "nothing"
    if isinstance(value, bool | int | float):
        return f"`{node.text}`"
    return "text"


def _anything(_: Node) -> bool:
    return True


def _is_scalar(node: Node) -> bool:
    return not node.is_mapping and not node.is_sequence


def _is_mapping(node: Node) -> bool:
    return node.is_mapping


def _is_flag(node: Node) -> bool:
    return isinstance(node.value, bool)


def _is_number(node: Node) -> bool:
    value = node.value
    return isinstance(value, int | float) and not _is_flag(node) and math.isfinite(value)


def _is_bound(node: Node) -> bool:
    return _is_number(node) or _is_flag(node)  # draft 4 has flags here


def _is_positive(node: Node) -> bool:
    return _is_number(node) and isinstance(node.value, int | float) and node.value > 0


def _is_count(node: Node) -> bool:
    return isinstance(node.value, int) and not _is_flag(node) and node.value >= 0


def _is_schema(node: Node) -> bool:
    return node.is_mapping or _is_flag(node)


def _is_list_of_schemas(node: Node) -> bool:
    return node.is_sequence and bool(node.value) and all(map(_is_schema, node.elements()))


def _is_list_of_names(node: Node) -> bool:
    return node.is_sequence and all(isinstance(name.value, str) for name in node.elements())


def _is_discriminator(node: Node) -> bool:
    name = node.get("propertyName") if node.is_mapping else node
    return name is not None and isinstance(name.value, str)


_FLAG = (_is_flag, "`true` or `false`")
_NUMBER = (_is_number, "a number")
_BOUND = (_is_bound, "a number")
_COUNT = (_is_count, "a whole number from 0")
_SCALAR = (_is_scalar, "text")
_SCHEMA = (_is_schema, "a schema")
_SCHEMAS = (_is_list_of_schemas, "a list of schemas, at least one")
_TABLE = (_is_mapping, "a mapping of names to schemas")

_RULES: dict[str, tuple[Callable[[Node], bool], str]] = {
    "$ref": (lambda node: isinstance(node.value, str), "text"),
    "additionalItems": _SCHEMA,
    "additionalProperties": _SCHEMA,
    "allOf": _SCHEMAS,
    "anyOf": _SCHEMAS,
    "deprecated": _FLAG,
    "description": _SCALAR,
    "discriminator": (_is_discriminator, "the name of a property"),
    "enum": (lambda node: node.is_sequence and bool(node.value), "a list of at least one value"),
    "exclusiveMaximum": _BOUND,
    "exclusiveMinimum": _BOUND,
    "format": _SCALAR,
    "items": (lambda node: _is_schema(node) or _is_list_of_schemas(node), "a schema"),
    "maxItems": _COUNT,
    "maxLength": _COUNT,
    "maxProperties": _COUNT,
    "maximum": _NUMBER,
    "minItems": _COUNT,
    "minLength": _COUNT,
    "minProperties": _COUNT,
    "minimum": _NUMBER,
    "multipleOf": (_is_positive, "a number above 0"),
    "nullable": _FLAG,
    "oneOf": _SCHEMAS,
    "pattern": _SCALAR,
    "patternProperties": _TABLE,
    "prefixItems": _SCHEMAS,
    "properties": _TABLE,
    "required": (_is_list_of_names, "a list of the names of properties"),
    "title": _SCALAR,
    "type": (lambda node: node.is_sequence or _is_scalar(node), "a type, or a list of types"),
    "uniqueItems": _FLAG,
}
