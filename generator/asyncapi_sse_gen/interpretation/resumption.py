"""Resumption: whether a stream can be taken up again from the last event ID (WHATWG HTML, 9.2)."""

from __future__ import annotations

from collections.abc import Iterator

from asyncapi_sse_gen.nodes import Node

from . import prose
from .channels import Stream
from .document import Document
from .transport import SSE_BINDINGS


def read_resumption(document: Document, stream: Stream, method: str) -> tuple[bool, int | None]:
    """Whether the document says that the stream can be resumed, and the reconnection time.

    Only a GET can: an EventSource sends nothing else, and repeating another request repeats what
    it does.
    """
    if method != "GET":
        return False, None
    nodes = list(_nodes(document, stream))
    time = next((found for node in nodes if (found := _retry(document, node)) is not None), None)
    named = any(_has_last_event_id(document, node) for node in nodes)
    return named or time is not None or prose.says_resumable(stream.text), time


def _nodes(document: Document, stream: Stream) -> Iterator[Node]:
    servers = (server.node for server in stream.servers)
    for node in (stream.channel, stream.receive, *servers, document.root):
        yield node
        for binding in ("http", *SSE_BINDINGS):
            found = document.get(node, "bindings", binding)
            if found is not None:
                yield found


def _retry(document: Document, node: Node) -> int | None:
    """`x-retry-ms`: the milliseconds that an EventSource waits before it connects again."""
    found = document.get(node, "x-retry-ms")
    if found is None:
        return None
    if isinstance(found.value, int) and not isinstance(found.value, bool) and found.value >= 0:
        return found.value
    message = "`x-retry-ms` is a number of milliseconds; it is passed over"
    help = "write a whole number: `x-retry-ms: 3000`"
    document.report.warning("invalid-retry", message, found.place, help=help)
    return None


def _has_last_event_id(document: Document, node: Node) -> bool:
    for path in (("headers", "properties"), ("headers",)):
        for name, _ in document.entries(node, *path):
            if name.lower() == "last-event-id":
                return True
    return False
