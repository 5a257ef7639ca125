"""What an `allOf` takes in: its members, their members, and so on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.nodes import Node

from .standing import identity

CYCLE_CURE = "put what they share into a schema of its own"
MAX_MEMBERS = 200
"""Members of one `allOf`, those of its members included."""

ANNOTATIONS = frozenset(
    {
        "$comment",
        "default",
        "deprecated",
        "description",
        "example",
        "examples",
        "externalDocs",
        "nullable",
        "readOnly",
        "title",
        "writeOnly",
    }
)
"""Keywords that say something about a schema as a whole, and not what is valid."""


class Resolver(Protocol):
    """Follows references."""

    def resolve(self, node: Node) -> Node | None:
        """What a node stands for: itself, unless it has a `$ref`; None if that leads nowhere."""
        ...


@dataclass(frozen=True, slots=True)
class Member:
    """A schema that an `allOf` takes in."""

    node: Node
    is_shared: bool
    """Whether a reference leads to it, so that it says nothing about this one schema."""


def only_reference(node: Node) -> Node | None:
    """The node with the `$ref` that a schema comes down to, if it is one or an `allOf` of one."""
    if node.get("$ref") is not None:
        return node
    members = list(all_of.elements()) if (all_of := node.get("allOf")) else []
    if len(members) != 1 or members[0].get("$ref") is None:
        return None
    others = {name for name, _ in node.items() if not name.startswith("x-")}
    return members[0] if others <= ANNOTATIONS | {"allOf", "type"} else None


def joined(node: Node, pointer: str, keywords: dict[str, Node], members: list[Node]) -> Node:
    """A schema that the document doesn't spell out: an `allOf` of these, standing at a node."""
    all_of = replace(node, value=members)
    return replace(node, value={**keywords, "allOf": all_of}, pointer=f"{pointer}/allOf")


def members_of(node: Node, references: Resolver, report: Report) -> list[Member]:
    """All members of a schema, each once: members of members before them, the schema itself last.

    Members that lead back to the schema are reported.
    """
    members = list(_Search(references, report).find(node, (identity(node),), is_shared=False))
    if len(members) > MAX_MEMBERS:
        message = f"this `allOf` has more than {MAX_MEMBERS} members"
        report.error("schema-too-large", message, node.place)
    return members[-MAX_MEMBERS:]


def extends(node: Node, base: Node, references: Resolver, report: Report) -> bool:
    """Whether a schema takes in another by its `allOf`."""
    target = references.resolve(node)
    if target is None or target.get("allOf") is None:
        return False
    members = members_of(target, references, report)
    return any(identity(member.node) == identity(base) for member in members)


class _Search:
    def __init__(self, references: Resolver, report: Report) -> None:
        self._references = references
        self._report = report
        self._seen: set[str] = set()

    def find(self, node: Node, trail: tuple[str, ...], is_shared: bool) -> Iterator[Member]:
        all_of = node.get("allOf")
        for element in all_of.elements() if all_of else ():
            member = self._references.resolve(element)
            if member is None:
                continue
            pointer = identity(member)
            if pointer in trail:
                steps = " -> ".join((*trail[trail.index(pointer) :], pointer))
                message = f"`allOf` leads back to itself: {steps}"
                self._report.error("allof-cycle", message, element.place, help=CYCLE_CURE)
            elif pointer not in self._seen and len(trail) <= MAX_MEMBERS:
                self._seen.add(pointer)
                shared = is_shared or member is not element
                yield from self.find(member, (*trail, pointer), shared)
        yield Member(node, is_shared)
