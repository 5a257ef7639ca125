"""Mappings and sequences whose end hasn't been read yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from asyncapi_sse_gen.diagnostics import Place
from asyncapi_sse_gen.nodes import Node, child_pointer


@dataclass(frozen=True, slots=True)
class Measured:
    """A node with the size and height that it has once its aliases are followed."""

    node: Node
    size: int = 1
    height: int = 1


@dataclass(slots=True, kw_only=True)
class UnfinishedSequence:
    """A sequence, as far as it was read."""

    place: Place
    pointer: str
    anchor: str | None
    size: int = 1
    height: int = 1
    elements: list[Node] = field(default_factory=list[Node])

    def next_pointer(self) -> str:
        """The pointer of the element that comes next."""
        return child_pointer(self.pointer, len(self.elements))

    def add(self, measured: Measured) -> None:
        """Take the element that comes next."""
        self.size += measured.size
        self.height = max(self.height, measured.height + 1)
        self.elements.append(measured.node)

    def value(self) -> Sequence[Node]:
        return tuple(self.elements)


@dataclass(slots=True, kw_only=True)
class UnfinishedMapping:
    """A mapping, as far as it was read."""

    place: Place
    pointer: str
    anchor: str | None
    size: int = 1
    height: int = 1
    entries: dict[str, Node] = field(default_factory=dict[str, Node])
    keys: dict[str, Place] = field(default_factory=dict[str, Place])
    merged: list[Node] = field(default_factory=list[Node])
    key: str | None = None
    """The key whose value comes next; None where a key comes next."""
    is_merge: bool = False
    """Whether that key is a merge key, `<<`."""

    def next_pointer(self) -> str:
        """The pointer of the value that comes next."""
        return child_pointer(self.pointer, self.key or "")

    def take_key(self, key: str, place: Place, *, is_merge: bool) -> Place | None:
        """Remember the key whose value comes next; the place where it stood before, if it did."""
        self.key, self.is_merge = key, is_merge
        if not self.keys and (place.line, place.column) == (self.place.line, self.place.column):
            self.place = place  # A block mapping starts with its first key: point at all of it.
        if is_merge:
            return None
        first = self.keys.setdefault(key, place)
        return None if first is place else first

    def add(self, measured: Measured) -> None:
        """Take the value that comes next; of a key that stands twice the first one stays."""
        self.size += measured.size
        self.height = max(self.height, measured.height + 1)
        if self.is_merge:
            self.merged.extend(
                measured.node.elements() if measured.node.is_sequence else [measured.node]
            )
        else:
            self.entries.setdefault(self.key or "", measured.node)
        self.key, self.is_merge = None, False

    def value(self) -> Mapping[str, Node]:
        """The entries; what merge keys bring comes last and never replaces a key."""
        for node in self.merged:
            for key, value in node.items():
                self.entries.setdefault(key, value)
                self.keys.setdefault(key, node.key_place(key))
        return self.entries
