"""A document as the interpretation asks for it: references followed, null as good as absent."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from asyncapi_sse_gen.diagnostics import Place, Report
from asyncapi_sse_gen.nodes import Node
from asyncapi_sse_gen.references import References

MAX_NESTING = 16
"""How deep the `oneOf` of messages may stand in one another; a loop has no end."""

MAX_NAME = 100
"""Up to which length a name is taken for a misspelt one."""
MAX_ADDRESS = 2_000
"""The length of a URL or path (RFC 9110, 4.1, recommends to support 8,000 octets in all)."""


@dataclass(frozen=True, slots=True)
class Document:
    """The root of a document, what resolves its references, and where complaints go."""

    root: Node
    references: References
    report: Report

    def get(self, node: Node | None, *path: str) -> Node | None:
        """What stands below these keys, references followed at every step."""
        for key in path:
            if node is None:
                return None
            node = self._resolve(node.get(key))
        return node

    def entries(self, node: Node | None, *path: str) -> Iterator[tuple[str, Node]]:
        """The entries of the mapping below these keys."""
        mapping = self.get(node, *path)
        for key, value in mapping.items() if mapping else ():
            resolved = self._resolve(value)
            if resolved is not None:
                yield key, resolved

    def elements(self, node: Node | None, *path: str) -> Iterator[Node]:
        """The elements of the sequence below these keys."""
        sequence = self.get(node, *path)
        for value in sequence.elements() if sequence else ():
            resolved = self._resolve(value)
            if resolved is not None:
                yield resolved

    def text(self, node: Node | None, *path: str) -> str:
        """The text below these keys as the document writes it; "" where there is none."""
        return scalar_text(self.get(node, *path))

    def flag(self, node: Node | None, *path: str) -> bool:
        """Whether `true` stands below these keys."""
        found = self.get(node, *path)
        return found is not None and found.value is True

    def says_deprecated(self, node: Node) -> bool:
        """2.6 knows no `deprecated` but that of schemas; documents do."""
        return self.flag(node, "deprecated") or self.flag(node, "x-deprecated")

    def tags(self, node: Node) -> tuple[str, ...]:
        """The names of what 2.6 calls "Tags Object"."""
        names = (self.text(tag, "name") for tag in self.elements(node, "tags"))
        return tuple(filter(None, names))

    def channel_place(self, key: str) -> Place:
        """Where a channel's key stands."""
        channels = self.get(self.root, "channels")
        return channels.key_place(key) if channels is not None else self.root.place

    def operation(self, channel: Node, kind: str) -> Node | None:
        """The channel's `publish` or `subscribe`, its traits applied."""
        node = self.get(channel, kind)
        return self.references.merge_traits(node) if node is not None and node.is_mapping else None

    def messages(self, operation: Node | None) -> list[Node]:
        """The messages of an operation, traits applied: one, or those of `oneOf`, nested or not."""
        message = self.get(operation, "message")
        return list(self._alternatives(message, 0)) if message is not None else []

    def _alternatives(self, message: Node, depth: int) -> Iterator[Node]:
        nested = self.get(message, "oneOf")
        if nested is None:
            if message.is_mapping:
                yield self.references.merge_traits(message)
        elif depth < MAX_NESTING:
            for element in self.elements(nested):
                yield from self._alternatives(element, depth + 1)
        else:
            help = "list all messages in one `oneOf`"
            problem = "`oneOf` is nested too deeply"
            self.report.error("nested-messages", problem, message.place, help=help)

    def _resolve(self, node: Node | None) -> Node | None:
        resolved = self.references.resolve(node) if node is not None else None
        return resolved if resolved is not None and resolved.value is not None else None


def scalar_text(node: Node | None) -> str:
    """A scalar as text (`1.10` and dates as they are written); "" for anything else."""
    if node is None or node.value is None or node.is_mapping or node.is_sequence:
        return ""
    return node.value if isinstance(node.value, str) else node.text or json.dumps(node.value)


def has_control_character(text: str) -> bool:
    return any(ord(character) < 32 or 127 <= ord(character) < 160 for character in text)


def did_you_mean(wrong: str, known: Iterable[str]) -> str:
    """The cure for a misspelt name; "" where no known one is close."""
    if len(wrong) > MAX_NAME:
        return ""
    folded = {name.lower(): name for name in known}
    close = difflib.get_close_matches(wrong.lower(), folded, n=1, cutoff=0.75)
    return f"did you mean `{folded[close[0]]}`?" if close else ""


def identity(value: Any) -> str:
    """What JSON takes for the same value: 1 and true differ, and so do 1 and "1"."""
    return json.dumps(value, sort_keys=True)


def place_of(node: Node, key: str) -> Place:
    """The place of the value under a key, or of the mapping that lacks it."""
    found = node.get(key)
    return found.place if found is not None else node.place
