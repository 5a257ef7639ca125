"""JSON Merge Patch (RFC 7396) over nodes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from asyncapi_sse_gen.nodes import Node

Follow = Callable[[Node], Node | None]


def merge_patch(target: Node, patch: Node, resolve: Follow) -> Node:
    """`target` changed as `patch` says; what was merged keeps its place and pointer.

    Mappings are merged, null removes a key, everything else replaces what was there. Where both
    sides have a key, a reference right below it is followed first, so that `bindings` and
    `headers` merge wherever they stand; further down a reference is a value like any other.
    """
    return _merge(target, patch, resolve)


def _merge(target: Node | None, patch: Node, follow: Follow) -> Node:
    if not _can_be_merged(patch):
        return patch
    if target is None or not _can_be_merged(target):
        target = replace(patch, value={}, keys={})
    entries, keys = dict(target.items()), dict(target.keys)
    for key, change in patch.items():
        current = entries.get(key)
        followed = change if current is None else follow(change)
        if followed is None:
            continue  # A reference to nothing, which is reported.
        if followed.value is None:
            entries.pop(key, None)
            continue
        entries[key] = _merge(current and follow(current), followed, _as_it_is)
        keys[key] = patch.key_place(key)
    return replace(target, value=entries, keys=keys)


def _can_be_merged(node: Node) -> bool:
    return node.is_mapping and node.get("$ref") is None


def _as_it_is(node: Node) -> Node:
    return node
