"""Channels: those of a document that are event streams, and why the others aren't."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from asyncapi_sse_gen.diagnostics import Place
from asyncapi_sse_gen.nodes import Node

from . import prose
from .addresses import Address, read_address
from .directions import Directions, read_directions
from .document import Document
from .notes import Notes
from .servers import ServerEntry, select, serving
from .transport import Verdict, judge

_SUPPORTED = (
    "HTTP event streams are read; say that a channel is one by `bindings: {x-sse: {mediaType:"
    " text/event-stream}}`"
)

Kinds = tuple[str, ...]
"""The kinds of verdicts that make a channel an event stream."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """A channel that is an event stream."""

    key: str
    place: Place
    channel: Node
    address: Address
    receive: Node
    send: Node | None
    servers: tuple[ServerEntry, ...]
    text: str
    """The prose of the channel and its operations."""
    texts: str
    """The prose of all event streams of the document."""
    is_alone: bool
    """Whether it is the document's only event stream, so that what `info` says is about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Candidate:
    key: str
    channel: Node
    servers: tuple[ServerEntry, ...]
    text: str
    verdict: Verdict


def read_streams(
    document: Document, notes: Notes, entries: dict[str, ServerEntry]
) -> Iterator[Stream]:
    """The event streams of the document; each other channel is named, once and with the reason."""
    candidates = [
        _judge(document, notes, entries, key, channel)
        for key, channel in document.entries(document.root, "channels")
        if channel.is_mapping
    ]
    own = any(candidate.verdict.kind in ("declared", "said") for candidate in candidates)
    said = notes.says_event_stream or any(entry.says_event_stream for entry in entries.values())
    implied = notes.declares_event_stream or (said and not own)
    kinds: Kinds = ("declared", "said", "implied") if implied else ("declared", "said")
    described: list[tuple[_Candidate, Directions]] = []
    for candidate in candidates:
        chosen = candidate.verdict.kind in kinds
        directions = read_directions(document, candidate.channel) if chosen else Directions()
        if directions.receive is not None:
            described.append((candidate, directions))
    if not described:
        _refuse(document, candidates, kinds)
        return
    alone, texts = len(described) == 1, prose.flatten(*(one.text for one, _ in described))
    for candidate, directions in described:
        yield from _read_stream(document, candidate, directions, texts, is_alone=alone)
    streams = {candidate.key for candidate, _ in described}
    for candidate in candidates:
        if candidate.key not in streams:
            reason = _reason(candidate, kinds)
            message = f"the channel `{candidate.key}` is left out: it is no event stream: {reason}"
            place = document.channel_place(candidate.key)
            document.report.note("skipped-channel", message, place)


def _judge(
    document: Document, notes: Notes, entries: dict[str, ServerEntry], key: str, channel: Node
) -> _Candidate:
    operations = [
        operation
        for kind in ("subscribe", "publish")
        if (operation := document.operation(channel, kind)) is not None
    ]
    texts = [document.text(channel, "description")]
    for operation in operations:
        texts += [document.text(operation, "summary"), document.text(operation, "description")]
    servers = select(document, channel, entries)
    text = prose.flatten(*texts)
    verdict = judge(document, notes, channel, operations, servers, f"{key} {text}")
    return _Candidate(key=key, channel=channel, servers=servers, text=text, verdict=verdict)


def _read_stream(
    document: Document,
    candidate: _Candidate,
    directions: Directions,
    texts: str,
    is_alone: bool,
) -> Iterator[Stream]:
    key, channel, receive = candidate.key, candidate.channel, directions.receive
    place = document.channel_place(key)
    address = read_address(key, place, candidate.text, document.report)
    if address is not None and receive is not None:
        yield Stream(
            key=key,
            place=place,
            channel=channel,
            address=address,
            receive=receive,
            send=directions.send,
            servers=serving(document, channel, candidate.servers),
            text=candidate.text,
            texts=texts,
            is_alone=is_alone,
        )


def _refuse(document: Document, candidates: list[_Candidate], kinds: Kinds) -> None:
    """There is nothing to make a client of."""
    place = document.root.key_place("channels")
    if not candidates:
        channels = document.get(document.root, "channels")
        is_empty = channels is None or not any(channels.items())
        if is_empty or not document.report.has_errors:  # Else what is wrong with them was said.
            help = "add `channels`: the paths of the event streams"
            document.report.error("no-channels", "the document has no channels", place, help=help)
        return
    reasons = "; ".join(dict.fromkeys(_reason(candidate, kinds) for candidate in candidates))
    message = f"the document describes no event stream: {reasons}"
    undescribed = any(candidate.verdict.kind in kinds for candidate in candidates)
    help = (
        "describe what the server sends as `subscribe` of a channel" if undescribed else _SUPPORTED
    )
    document.report.error("not-an-event-stream", message, place, help=help)


def _reason(candidate: _Candidate, kinds: Kinds) -> str:
    """Why a channel is no event stream, or none that a client can be made of."""
    if candidate.verdict.kind in kinds:
        return "nothing says what the server sends on it"
    if candidate.verdict.reason:
        return candidate.verdict.reason
    protocols = " and ".join(dict.fromkeys(server.protocol for server in candidate.servers))
    return f"its protocol is {protocols or 'not stated'}, and nothing speaks of server-sent events"
