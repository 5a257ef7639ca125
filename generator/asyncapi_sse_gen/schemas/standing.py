"""Where a schema stands: its identity, the name that its place suggests, its shape."""

from __future__ import annotations

import json
from string import ascii_letters
from typing import Any

from asyncapi_sse_gen.nodes import Node

NAMESPACES = ("schemas", "definitions", "$defs")
"""The keys below which a schema has a name of its own."""

_STRUCTURE = frozenset(
    {
        "additionalProperties",
        "allOf",
        "anyOf",
        "channels",
        "components",
        "items",
        "message",
        "messages",
        "oneOf",
        "patternProperties",
        "payload",
        "prefixItems",
        "properties",
        "publish",
        "subscribe",
        *NAMESPACES,
    }
)
_TABLES = ("properties", "patternProperties")
_ANNOTATIONS = frozenset(
    {"title", "description", "default", "example", "examples", "externalDocs", "$comment"}
)


def identity(node: Node) -> str:
    """What tells a node from all others: its file, if it isn't the main document's, and pointer."""
    return f"{node.file}#{node.pointer}"


def has_name(node: Node) -> bool:
    """Whether the document gives a schema a name: it isn't written where it is used."""
    parent, _, _ = node.pointer.rpartition("/")
    if parent.rpartition("/")[2] in NAMESPACES:
        return True
    return bool(node.file) and not parent


def place_name(node: Node) -> str:
    """The name that a schema's pointer suggests, as words: its own, or those on the way to it."""
    parts = [part.replace("~1", "/").replace("~0", "~") for part in node.pointer.split("/")[1:]]
    if has_name(node):
        return parts[-1] if parts else file_name(node)
    name = "" if parts else file_name(node)
    for above, part in zip(["", *parts], parts, strict=False):
        if above in NAMESPACES or above == "messages":
            name = part
        elif above in _TABLES:
            name = below(name, part)
        elif part == "items":
            name = item_name(name)
        elif part not in _STRUCTURE and not part.isdigit():
            name = below(name, part)
    return name


def file_name(node: Node) -> str:
    """The name of the file that a node stands in, without folder and suffix."""
    return node.file.rpartition("/")[2].partition(".")[0]


def below(name: str, key: str) -> str:
    """The name of what stands in something under a key."""
    return f"{name} {key}".strip()


def item_name(name: str) -> str:
    """The name of one of those that a name in the plural stands for."""
    head = name.rstrip(ascii_letters)
    return head + _singular(name[len(head) :])


def _singular(word: str) -> str:
    lower = word.lower()
    if lower.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if lower.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if lower.endswith("s") and not lower.endswith(("ss", "us", "is")) and len(word) > 2:
        return word[:-1]
    return word


def shape(node: Node) -> str:
    """A text that is equal for objects of the same properties, whatever is said of the whole."""
    described = _shape_of_schema(node)
    said = {key: value for key, value in described.items() if key not in ("nullable", "type")}
    return json.dumps(said, sort_keys=True)


def variant_name(name: str, node: Node, number: int) -> str:
    """The name of one of several alternatives: by its constant, by its title, by its number."""
    for _, schema in (node.get("properties") or node).items():
        constant = schema.get("const")
        values = list(enum.elements()) if (enum := schema.get("enum")) else []
        constant = values[0] if constant is None and len(values) == 1 else constant
        if constant is not None and isinstance(constant.value, str):
            return below(name, constant.text)
    title = node.get("title")
    return below(name, title.text if title and title.text else f"variant {number}")


def _shape_of_schema(node: Node) -> Any:
    if not node.is_mapping:
        return node.plain()
    return {
        keyword: _shape_of_keyword(keyword, value)
        for keyword, value in node.items()
        if keyword not in _ANNOTATIONS and not keyword.startswith("x-")
    }


def _shape_of_keyword(keyword: str, node: Node) -> Any:
    if keyword == "$ref":
        return [node.file, node.text]
    if keyword in _TABLES:
        return {name: _shape_of_schema(schema) for name, schema in node.items()}
    if keyword == "required" and node.is_sequence:
        return sorted(element.text for element in node.elements())
    if node.is_sequence and keyword not in ("enum", "type"):
        return [_shape_of_schema(element) for element in node.elements()]
    return _shape_of_schema(node) if keyword not in ("enum", "const") else node.plain()
