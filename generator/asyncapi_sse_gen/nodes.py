"""What a document consists of: values that know where they stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .diagnostics import Place

Scalar = str | int | float | bool | None


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A value of the document and its place.

    `value` is a mapping of text keys to nodes (in the document's order), a sequence of nodes, or a
    scalar. `text` is the scalar as the document writes it: an unquoted `1.10` is a number as
    a value and still `1.10` as text. `file` and `pointer` (a JSON Pointer, RFC 6901, as in
    `/components/schemas/Chunk`) identify a node; an alias leads to a node of its own pointer.
    `file` is empty for the main document, else a path relative to that document's folder.
    """

    value: Mapping[str, Node] | Sequence[Node] | Scalar
    place: Place
    file: str = ""
    pointer: str = ""
    text: str = ""
    keys: Mapping[str, Place] = field(default_factory=dict[str, Place])
    """Where each key of a mapping stands."""

    @property
    def is_mapping(self) -> bool:
        return isinstance(self.value, Mapping)

    @property
    def is_sequence(self) -> bool:
        return isinstance(self.value, Sequence) and not isinstance(self.value, str)

    @property
    def name(self) -> str:
        """The last part of the pointer, unescaped."""
        return self.pointer.rpartition("/")[2].replace("~1", "/").replace("~0", "~")

    def get(self, *path: str) -> Node | None:
        """The node below these keys, or None where one of them is absent or no mapping."""
        node: Node | None = self
        for key in path:
            if node is None or not isinstance(node.value, Mapping):
                return None
            node = node.value.get(key)
        return node

    def items(self) -> Iterator[tuple[str, Node]]:
        """The entries of a mapping; nothing for anything else."""
        if isinstance(self.value, Mapping):
            yield from self.value.items()

    def elements(self) -> Iterator[Node]:
        """The elements of a sequence; nothing for anything else."""
        if isinstance(self.value, Sequence) and not isinstance(self.value, str):
            yield from self.value

    def key_place(self, key: str) -> Place:
        """Where a key of this mapping stands; the mapping's own place if it has no such key."""
        return self.keys.get(key, self.place)

    def plain(self) -> Any:
        """The value as JSON knows it: dict, list, str, int, float, bool or None."""
        if isinstance(self.value, Mapping):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, Sequence) and not isinstance(self.value, str):
            return [node.plain() for node in self.value]
        return self.value


def child_pointer(pointer: str, token: str | int) -> str:
    """The JSON Pointer of what stands below `pointer` under a key or an index."""
    return f"{pointer}/{str(token).replace('~', '~0').replace('/', '~1')}"
