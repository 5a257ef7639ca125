"""Notes: what a document says about its transport as a whole, outside of 2.6's own words.

`info.x-transport-notes` is a plain string or a mapping (`transport`, `mediaType`, `triggeredBy`,
`terminator`, ...); `info.x-transport` names the transport.
"""

from __future__ import annotations

from dataclasses import dataclass

from asyncapi_sse_gen.nodes import Node

from . import prose
from .document import Document, scalar_text

EVENT_STREAM = "text/event-stream"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """What holds for the whole document."""

    declares_event_stream: bool
    """Whether `defaultContentType` or the transport notes say so."""
    says_event_stream: bool
    """Whether at least the title, the description or a server's description does."""
    trigger: str
    """`triggeredBy`: the request that opens the stream."""
    terminator: Node | None
    method: Node | None
    text: str
    """The prose of `info` and of the notes."""
    server_text: str
    default_content_type: str


def read_notes(document: Document) -> Notes:
    root = document.root
    notes = document.get(root, "info", "x-transport-notes")
    transport = " ".join(
        scalar_text(node) for node in _leaves(document, notes, "transport", "mediaType")
    )
    transport += " " + document.text(root, "info", "x-transport").replace("+", " ")
    default = document.text(root, "defaultContentType")
    text = prose.flatten(
        document.text(root, "info", "title"),
        document.text(root, "info", "description"),
        document.text(root, "info", "x-transport-notes"),
    )
    server_text = prose.flatten(
        *(document.text(node, "description") for _, node in document.entries(root, "servers"))
    )
    return Notes(
        declares_event_stream=default.startswith(EVENT_STREAM)
        or prose.says_event_stream(transport),
        says_event_stream=prose.says_event_stream(f"{text} {server_text}"),
        trigger=prose.flatten(document.text(notes, "triggeredBy")),
        terminator=document.get(notes, "terminator"),
        method=document.get(notes, "method"),
        text=text,
        server_text=server_text,
        default_content_type=default,
    )


def _leaves(document: Document, notes: Node | None, *keys: str) -> list[Node]:
    """The notes themselves if they are a plain string, else what stands under these keys."""
    if notes is None or not notes.is_mapping:
        return [notes] if notes is not None else []
    found = (document.get(notes, key) for key in keys)
    return [node for node in found if node is not None]
