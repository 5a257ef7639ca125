"""Directions: which operation the server's events are, and which the request (2.6, "Operation").

`subscribe` is what a client receives and `publish` what it sends. Documents get it wrong: some
describe the server's stream by `publish` alone, some have the two the wrong way round.
"""

from __future__ import annotations

from dataclasses import dataclass

from asyncapi_sse_gen.nodes import Node

from . import prose
from .document import Document, scalar_text
from .notes import EVENT_STREAM


@dataclass(frozen=True, slots=True, kw_only=True)
class Directions:
    """`receive` is None where nothing says what the server sends."""

    receive: Node | None = None
    send: Node | None = None


def read_directions(document: Document, channel: Node) -> Directions:
    """Who sends what on a channel."""
    subscribe = document.operation(channel, "subscribe")
    publish = document.operation(channel, "publish")
    if publish is None:
        return Directions(receive=subscribe)
    if subscribe is None:
        return _publish_alone(document, channel, publish)
    if _leaning(document, publish) > 0 > _leaning(document, subscribe):
        document.report.warning(
            "reversed-operations",
            "`publish` and `subscribe` are the wrong way round: a client receives by `subscribe`",
            channel.key_place("subscribe"),
            help="exchange the two; they are read so",
        )
        return Directions(receive=publish, send=subscribe)
    return Directions(receive=subscribe, send=publish)


def _publish_alone(document: Document, channel: Node, publish: Node) -> Directions:
    if _leaning(document, publish) <= 0:
        return Directions(receive=None, send=publish)
    document.report.warning(
        "misplaced-stream",
        "`publish` describes what the server sends, which is `subscribe` in 2.6; it is read so",
        channel.key_place("publish"),
        help="rename `publish` to `subscribe`",
    )
    return Directions(receive=publish)


def _leaning(document: Document, operation: Node) -> int:
    """Positive for what the server sends, negative for a request."""
    texts = [document.text(operation, key) for key in ("operationId", "summary", "description")]
    leaning = sum(map(prose.says_receive, texts)) - sum(map(prose.says_send, texts))
    messages = document.messages(operation)
    leaning += len(messages) > 1
    for message in messages:
        names = " ".join(document.text(message, key) for key in ("name", "title", "summary"))
        if document.get(message, "headers", "properties", "event") is not None:
            leaning += 2
        if document.text(message, "contentType").startswith(EVENT_STREAM):
            leaning += 2
        if _is_constant_text(document, message):
            leaning += 3
        elif prose.names_request(f"{message.name} {names}"):
            leaning -= 2
        elif prose.names_streamed_message(f"{message.name} {names}"):
            leaning += 1
    return leaning


def _is_constant_text(document: Document, message: Node) -> bool:
    """Whether the payload is one text, as that of a terminator is."""
    payload = document.get(message, "payload")
    if document.text(payload, "const"):
        return True
    values = [scalar_text(value) for value in document.elements(payload, "enum")]
    return len(values) == 1 and document.text(payload, "type") == "string"
