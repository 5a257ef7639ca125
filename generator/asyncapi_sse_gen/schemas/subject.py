"""A schema while it is being read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from asyncapi_sse_gen.intermediate import Schema, SchemaType
from asyncapi_sse_gen.nodes import Node

Read = Callable[[Node, str], Schema]
"""Reads a schema that stands in another, with the name that its place suggests."""

_IMPLYING: dict[SchemaType, tuple[str, ...]] = {
    "object": ("properties", "additionalProperties", "patternProperties", "required"),
    "array": ("items", "prefixItems"),
}


@dataclass(frozen=True, slots=True)
class Subject:
    """A schema that is being read: its node, its sound keywords, the name for its place."""

    node: Node
    keywords: dict[str, Node]
    name: str

    def get(self, keyword: str) -> Node | None:
        return self.keywords.get(keyword)

    def value(self, keyword: str) -> Any:
        node = self.keywords.get(keyword)
        return node.value if node else None

    def text(self, keyword: str) -> str:
        node = self.keywords.get(keyword)
        return node.text if node else ""

    def elements(self, keyword: str) -> Iterator[Node]:
        node = self.keywords.get(keyword)
        return node.elements() if node else iter(())

    def entries(self, keyword: str) -> Iterator[tuple[str, Node]]:
        node = self.keywords.get(keyword)
        return node.items() if node else iter(())

    def implied_types(self) -> tuple[SchemaType, ...]:
        """The type that a schema without `type` has by its other keywords, if it has one."""
        for name, keywords in _IMPLYING.items():
            if any(keyword in self.keywords for keyword in keywords):
                return (name,)
        return ()
