"""Events: the SSE event name that carries each message.

2.6 doesn't know event names. Documents give them by the header `event` of a message, by that of its
HTTP binding, by `name`, or in prose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from asyncapi_sse_gen.intermediate import Message
from asyncapi_sse_gen.nodes import Node

from . import prose
from .channels import Stream
from .document import Document, scalar_text
from .event_examples import with_names, with_names_of_examples
from .messages import Delivered
from .notes import Notes
from .payloads import Payloads
from .transport import SSE_BINDINGS

_CURE = "give the message `headers: {properties: {event: {const: NAME}}}`"


def name_events(
    document: Document,
    notes: Notes,
    stream: Stream,
    delivered: Sequence[Delivered],
    payloads: Payloads,
) -> list[Delivered]:
    """The messages with the names of their events, as far as the document says that there are."""
    named = [with_names(one, _declared(document, one.node)) for one in delivered]
    if any(one.message.event for one in named):
        return named
    named = [with_names(one, [prose.event_name(one.text)]) for one in delivered]
    candidates = [_candidates(document, one, payloads) for one in delivered]
    if _is_named_after_event(stream, candidates):
        named = [with_names(one, [stream.key]) for one in delivered]
    elif not _are_named(document, notes, stream):
        return _report_assumed(document, stream, named)
    filled = [
        one if one.message.event else with_names(one, [_likely(names, stream)])
        for one, names in zip(named, candidates, strict=True)
    ]
    return _report_assumed(document, stream, with_names_of_examples(filled))


def _declared(document: Document, node: Node) -> list[str]:
    """The names that a header schema gives: `const` or `default`, or the values of `enum`."""
    for path in (("headers",), ("bindings", "http", "headers")):
        properties = document.get(node, *path, "properties")
        for header, schema in document.entries(properties):
            if header.lower() == "event":
                constant = document.text(schema, "const") or document.text(schema, "default")
                values = [scalar_text(value) for value in document.elements(schema, "enum")]
                return [constant] if constant else values
    for binding in SSE_BINDINGS:
        event = document.text(node, "bindings", binding, "event")
        if event:
            return [event]
    return []


def _are_named(document: Document, notes: Notes, stream: Stream) -> bool:
    """Whether the document says that each event of the stream has a name."""
    for node in (stream.channel, stream.receive):
        for binding in SSE_BINDINGS:
            field = document.text(node, "bindings", binding, "eventField")
            if field:
                return field == "event"
    if prose.says_named_events(stream.text):
        return True
    return stream.is_alone and prose.says_named_events(notes.text)


def _is_named_after_event(stream: Stream, candidates: Sequence[Sequence[str]]) -> bool:
    """Whether a channel whose key is no path is named after the only event that it has."""
    return stream.address.path is None and len(candidates) == 1 and stream.key in candidates[0]


def _candidates(document: Document, one: Delivered, payloads: Payloads) -> list[str]:
    """What may be the name of a message's event: its name, a constant in it, its key."""
    names = (document.text(one.node, "name"), *_constants(one, payloads), one.message.key)
    return list(filter(None, names))


def _likely(candidates: Sequence[str], stream: Stream) -> str:
    """The name where only prose says that there is one: what the channel's text mentions."""
    mentioned = [name for name in candidates if f"`{name}`" in stream.text]
    return (mentioned or candidates)[0]


def _constants(one: Delivered, payloads: Payloads) -> list[str]:
    schema = one.message.payload
    found = [payloads.values(schema, (name,)) or () for name in one.message.properties]
    return [values[0] for values in found if len(values) == 1 and isinstance(values[0], str)]


def _report_assumed(
    document: Document, stream: Stream, delivered: list[Delivered]
) -> list[Delivered]:
    names = [name for one in delivered for name in (one.message.event, *one.message.further_events)]
    if len(delivered) > 1 and len(set(names)) == 1:  # One name for all tells nothing.
        return [replace(one, message=replace(one.message, event="")) for one in delivered]
    quoted = ", ".join(f"`{name}`" for name in dict.fromkeys(names) if name)
    if quoted:
        message = f"no header declares the names of the events; they are taken to be {quoted}"
        document.report.note("assumed-event-names", message, stream.place, help=_CURE)
    return delivered


def assume_names(
    document: Document, stream: Stream, messages: Sequence[Message], nodes: Sequence[Node]
) -> list[Message] | None:
    """The last resort where nothing else tells messages apart: their names, if they have any."""
    names = [document.text(node, "name") for node in nodes]
    if not all(names) or len(set(names)) < len(names):
        return None
    document.report.warning(
        "assumed-event-names",
        "nothing but their names tells the messages apart; they are taken for the event names: "
        + ", ".join(f"`{name}`" for name in names),
        stream.place,
        help=_CURE,
    )
    return [replace(message, event=name) for message, name in zip(messages, names, strict=True)]
