"""Transport: whether a channel is an event stream, and what it is otherwise.

What its bindings and messages declare wins over what its description says, and that over what
holds for the whole document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from asyncapi_sse_gen.nodes import Node

from . import prose
from .document import Document, scalar_text
from .notes import EVENT_STREAM, Notes
from .servers import ServerEntry

SSE_BINDINGS = ("x-sse", "sse")
"""2.6 has no binding for SSE; these are in use."""

# 2.6, "Channel Bindings Object", without `http`; then extensions in use.
_OTHER_BINDINGS = {
    **dict.fromkeys(("ws", "kafka", "anypointmq", "amqp", "amqp1", "mqtt", "mqtt5", "nats"), ""),
    **dict.fromkeys(("jms", "sns", "solace", "sqs", "stomp", "redis", "mercure", "ibmmq"), ""),
    **dict.fromkeys(("googlepubsub", "pulsar"), ""),
    "x-ndjson": "newline-delimited JSON",
    "x-webhook": "a webhook",
    "x-websocket": "a WebSocket",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a channel is an event stream: it declares it, it says it, or it doesn't object."""

    kind: Literal["declared", "said", "implied", "refused"]
    reason: str = ""
    """Why it is none."""


def judge(
    document: Document,
    notes: Notes,
    channel: Node,
    operations: Iterable[Node],
    servers: tuple[ServerEntry, ...],
    text: str,
) -> Verdict:
    """What a channel is by its own account; `text` is its prose and that of its operations."""
    nodes = (channel, *operations)
    if servers and not any(server.is_http for server in servers):
        protocols = ", ".join(dict.fromkeys(server.protocol for server in servers))
        return Verdict(kind="refused", reason=f"its protocol is {protocols}")
    if servers and all(server.is_receiver for server in servers):
        return Verdict(kind="refused", reason="it is a webhook")
    messages = [message for node in operations for message in document.messages(node)]
    types = {content_type(document, notes, message) for message in messages}
    if any(_declares(document, node) for node in nodes) or any(
        _message_declares(document, message) for message in messages
    ):
        media = _other_media_type(document, nodes)
        return Verdict(kind="refused", reason=f"its media type is {media}") if media else _DECLARED
    for name in _binding_names(document, nodes):
        if name in _OTHER_BINDINGS:
            kind = _OTHER_BINDINGS[name]
            reason = f"it is {kind}" if kind else f"it has a `{name}` binding"
            return Verdict(kind="refused", reason=reason)
    if prose.denies_event_stream(text):
        return Verdict(kind="refused", reason="it says that it is none")
    if prose.says_event_stream(text):
        return Verdict(kind="said")
    other = prose.other_transport(" ".join((text, *types)))
    return (
        Verdict(kind="refused", reason=f"it is {_ARTICLES.get(other, '')}{other}")
        if other
        else _IMPLIED
    )


_DECLARED = Verdict(kind="declared")
_IMPLIED = Verdict(kind="implied")
_ARTICLES = {"webhook": "a ", "WebSocket": "a "}


def content_type(document: Document, notes: Notes, message: Node) -> str:
    """A message's `contentType`, else `defaultContentType`, without parameters."""
    stated = document.text(message, "contentType") or notes.default_content_type
    return stated.partition(";")[0].strip().lower()


def _binding_names(document: Document, nodes: Iterable[Node]) -> Iterator[str]:
    for node in nodes:
        for name, _ in document.entries(node, "bindings"):
            yield name


def _declares(document: Document, node: Node) -> bool:
    """Whether a channel or operation has a binding of SSE, or one of HTTP that names its type."""
    if any(document.get(node, "bindings", name) is not None for name in SSE_BINDINGS):
        return True
    if document.get(node, "x-sse") is not None:
        return True
    return any(_names_type(document, header) for header in _headers(document, node, "bindings"))


def _message_declares(document: Document, message: Node) -> bool:
    """Whether a message says that it is delivered on an event stream."""
    stated = document.text(message, "contentType").lower()
    headers = _headers(document, message, "bindings")
    return stated.startswith(EVENT_STREAM) or any(_names_type(document, node) for node in headers)


def _headers(document: Document, node: Node, *path: str) -> Iterator[Node]:
    """The headers of a binding: properties of a schema, or a plain mapping."""
    headers = document.get(node, *path, "http", "headers")
    properties = document.get(headers, "properties")
    for _, header in document.entries(headers if properties is None else properties):
        yield header


def _names_type(document: Document, header: Node) -> bool:
    values = (scalar_text(header), document.text(header, "const"), document.text(header, "default"))
    return EVENT_STREAM in values


def _other_media_type(document: Document, nodes: Iterable[Node]) -> str:
    for node in nodes:
        for name in SSE_BINDINGS:
            media = document.text(node, "bindings", name, "mediaType")
            if media and not media.lower().startswith(EVENT_STREAM):
                return media
    return ""
