"""JSON Pointers (RFC 6901): how they are read, and what a wrong one was meant to be."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from urllib.parse import unquote

from asyncapi_sse_gen.nodes import Node, child_pointer

_BAD_ESCAPE = re.compile(r"~(?![01])")
_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")

# Comparing texts takes time that grows with their number.
_MAX_CANDIDATES = 2_000

_NOUNS = {
    "/channels": "channel",
    "/servers": "server",
    "/components/channels": "channel",
    "/components/channelBindings": "channel binding",
    "/components/correlationIds": "correlation ID",
    "/components/messageBindings": "message binding",
    "/components/messages": "message",
    "/components/messageTraits": "message trait",
    "/components/operationBindings": "operation binding",
    "/components/operationTraits": "operation trait",
    "/components/parameters": "parameter",
    "/components/schemas": "schema",
    "/components/securitySchemes": "security scheme",
    "/components/serverBindings": "server binding",
    "/components/servers": "server",
    "/components/serverVariables": "server variable",
}


def read_pointer(fragment: str) -> list[str]:
    """The tokens of a pointer that is a URI fragment; raises ValueError, saying why it is none."""
    if fragment and not fragment.startswith("/"):
        raise ValueError("a pointer starts with `#/`")
    if _BAD_ESCAPE.search(fragment):
        raise ValueError("a `~` in a pointer is written `~0`, a `/` in a name `~1`")
    tokens = unquote(fragment).split("/")[1:]
    return [token.replace("~1", "/").replace("~0", "~") for token in tokens]


def child(node: Node, token: str) -> Node | None:
    """The node below a key or an index; None where there is none."""
    if isinstance(node.value, Mapping):
        return node.value.get(token)
    elements = tuple(node.elements())
    if _INDEX.fullmatch(token) and int(token) < len(elements):
        return elements[int(token)]
    return None


def noun_below(pointer: str) -> str:
    """What stands below a pointer, in a word."""
    if pointer.endswith("/properties"):
        return "property"
    return _NOUNS.get(pointer, "key")


def suggest(root: Node, container: Node, tokens: Sequence[str]) -> str:
    """A pointer that exists and resembles one that doesn't; empty if nothing comes near.

    `tokens` are what was not found below `container`. What is spelled nearly alike there comes
    first, then what has the very same name in another section of `components`.
    """
    keys = [key for key, _ in container.items()][:_MAX_CANDIDATES]
    for key in get_close_matches(tokens[0], keys, n=3):
        pointer = child_pointer(container.pointer, key)
        node = child(container, key)
        for token in tokens[1:]:
            node = child(node, token) if node else None
            pointer = child_pointer(pointer, token)
        if node is not None:
            return pointer
    components = root.get("components") or root
    for section, node in components.items():
        if node.get(tokens[-1]) is not None:
            return child_pointer(f"/components/{section}", tokens[-1])
    return ""
