"""Streams as a test expects them: the events that may come, and what is made of each.

Their payloads are the document's own examples, or made of its schemas where it has none. What
could be taken for something else, or can't travel in an event at all, is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .context import Carried, Method
from .examples import is_array, is_object
from .expressions import Code
from .intermediate import Message, Operation
from .sendable import is_sendable_json, is_sendable_name, is_sendable_text
from .synthesis import Synthesis, UnmakeableError


def ending(operation: Operation) -> dict[str, Any]:
    """How the stream ends."""
    terminator = operation.terminator
    return {
        "terminator": terminator and terminator.value,
        "requires_end": bool(operation.final or (terminator and terminator.required)),
        "is_resumable": operation.resumable,
    }


def samples(method: Method, synthesis: Synthesis) -> Iterator[dict[str, Any]]:
    """The events that the stream of a method may carry: all kinds, in the document's order."""
    operation = method.operation
    for carried in method.messages:
        message = carried.message
        examples = (example.payload for example in message.examples)
        payloads = [it for it in examples if _is_fit(operation, message, it)]
        payloads = payloads or list(_made(operation, message, synthesis))
        found = [_sample(operation, carried, it, synthesis) for it in payloads]
        yield from found
        names = filter(is_sendable_name, message.further_events)
        yield from ({**sample, "event": name} for sample in found[:1] for name in names)


def _sample(
    operation: Operation, carried: Carried, payload: Any, synthesis: Synthesis
) -> dict[str, Any]:
    message = carried.message
    is_valid = message.is_text or synthesis.is_valid(message.payload, payload)
    return {
        "type": Code(carried.type),
        "payload": payload,
        "event": message.event,
        "is_text": message.is_text,
        "is_error": "error" in (message.event, message.constant),
        "is_final": message.key == operation.final,
        "is_last": message.key == operation.last,
        "differs": not is_valid,
        "drifting": _drifting(operation, carried, payload, synthesis) if is_valid else "",
    }


def _made(operation: Operation, message: Message, synthesis: Synthesis) -> Iterator[Any]:
    """Payloads made of the schema: one, or one for each value of the discriminator."""
    if message.is_text:
        yield f"the text of {message.name}"
        return
    # Where structure tells messages apart, what isn't needed may be another message's mark.
    wanted = next(iter(message.marks), ()) if operation.discrimination == "structure" else None
    try:
        payload = synthesis.payload(message.payload, wanted)
    except UnmakeableError:
        return
    constants = (message.constant, *message.further_constants)
    marked = [_marked(payload, operation.discriminator, it) for it in constants if it is not None]
    yield from (it for it in marked or [payload] if _is_fit(operation, message, it))


def _marked(payload: Any, path: Sequence[str], constant: Any) -> Any:
    """The payload with this value of the discriminator."""
    if not path:
        return constant
    fields = payload if is_object(payload) else {}
    return {**fields, path[0]: _marked(fields.get(path[0]), path[1:], constant)}


def _drifting(operation: Operation, carried: Carried, payload: Any, synthesis: Synthesis) -> str:
    """A property of plain type that an object has, and that doesn't tell which message it is."""
    if not (carried.base or carried.is_model) or not is_object(payload):
        return ""
    telling = {"error", *operation.discriminator[:1]}
    plain = synthesis.plain_properties(carried.message.payload)
    return next((name for name in payload if name in plain and name not in telling), "")


def _is_fit(operation: Operation, message: Message, payload: Any) -> bool:
    """Whether an event can carry the payload, and can't be taken for anything else."""
    if not is_sendable_name(message.event):
        return False
    if message.is_text:
        terminator = operation.terminator and operation.terminator.value
        return (
            isinstance(payload, str) and is_sendable_text(payload) and payload.strip() != terminator
        )
    if not is_sendable_json(payload) or _has_whole_float(payload):
        return False
    if not _is_told_apart(operation, message, payload):
        return False
    if not is_object(payload):
        return not message.properties
    is_known = not message.required or not payload.keys().isdisjoint(message.properties)
    return is_known and (payload.get("error") is None or "error" in message.properties)


def _has_whole_float(value: Any) -> bool:
    """Whether there is a number like 1.0 in it: an integer to JSON Schema, to the models none."""
    if is_object(value) or is_array(value):
        return any(map(_has_whole_float, value.values() if is_object(value) else value))
    return isinstance(value, float) and value.is_integer()


def _is_told_apart(operation: Operation, message: Message, payload: Any) -> bool:
    """Whether nothing but this message is found in the payload."""
    if operation.discriminator and not (operation.discrimination == "event" and message.event):
        return _mark(payload, operation.discriminator) in (
            message.constant,
            *message.further_constants,
        )
    if operation.discrimination != "structure":
        return True
    names = payload.keys() if is_object(payload) else set[str]()
    fitting = [
        (len(marks), it.key)
        for it in operation.messages
        for marks in it.marks
        if names >= set(marks)
    ]
    largest = max(fitting, default=(0, ""))[0]
    return {key for size, key in fitting if size == largest} == {message.key}


def _mark(payload: Any, path: Sequence[str]) -> Any:
    """The value of the discriminator."""
    for name in path:
        payload = payload.get(name) if is_object(payload) else None
    return payload
