"""Endings: whether a stream ends by a terminator, by a final message, or says nothing of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from asyncapi_sse_gen.intermediate import Message, Terminator

from . import prose
from .channels import Stream
from .discrimination import Decision
from .document import Document, identity
from .messages import Delivered
from .notes import Notes
from .terminators import Declared, declared_terminator, told_terminator

_CURE = "declare it: `bindings: {x-sse: {terminator: '%s'}}` of the channel"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a stream ends; `final` and `last` are keys of messages (see `Operation`)."""

    terminator: Terminator | None = None
    final: str = ""
    last: str = ""


def read_ending(
    document: Document,
    notes: Notes,
    stream: Stream,
    sentinels: Sequence[str],
    delivered: Sequence[Delivered],
    decision: Decision,
) -> Ending:
    """How a stream ends: as it declares, else as prose says, else by its last message."""
    declared = declared_terminator(document, notes, stream, has_sentinel=bool(sentinels))
    if declared is not None:
        final = _final(declared, decision)
        if final:
            return Ending(final=final)
    value = declared.value if declared is not None else ""
    value = value if value and not prose.denies_terminator(value) else next(iter(sentinels), "")
    if value:
        _warn(document, stream, declared, value, sentinels)
        return Ending(terminator=Terminator(value=value, required=True))
    if declared is not None and not any(map(prose.denies_terminator, declared.names)):
        message = "the terminator is neither a data value nor names a message; it is passed over"
        help = "write the data value itself, or the name of the last event: `terminator: '[DONE]'`"
        document.report.warning("unknown-terminator", message, declared.node.place, help=help)
    told = told_terminator(document, notes, stream, delivered)
    if told:
        message = f"only the description says that {told!r} ends the stream; it isn't required"
        document.report.note("told-terminator", message, stream.place, help=_CURE % told)
        return Ending(terminator=Terminator(value=told, required=False))
    return Ending(last=_last(document, delivered))


def _final(declared: Declared, decision: Decision) -> str:
    """The key of the message that a declared terminator names, or "".

    It names it by its event, its constant or its key; or it is an object with its constant.
    """
    constants = [identity(name) for name in declared.names]
    found = _at(declared.value, decision.discriminator)
    if found is not None:
        constants.append(identity(found))
    for message in decision.messages:
        if {message.event, *message.further_events, message.key} & {*declared.names} - {""}:
            return message.key
        if any(identity(value) in constants for value in _constants(message)):
            return message.key
    return ""


def _constants(message: Message) -> tuple[Any, ...]:
    return () if message.constant is None else (message.constant, *message.further_constants)


def _at(text: str, path: tuple[str, ...]) -> Any:
    """What stands at a path of a JSON object; None where there is nothing."""
    try:
        value: Any = json.loads(text) if path else None
    except ValueError:
        return None
    for name in path:
        value = cast(dict[str, Any], value).get(name) if isinstance(value, dict) else None
    return value


def _warn(
    document: Document,
    stream: Stream,
    declared: Declared | None,
    value: str,
    sentinels: Sequence[str],
) -> None:
    place = declared.node.place if declared is not None else stream.place
    if len({value, *sentinels}) > 1:
        message = f"the terminators disagree: {value!r} is taken"
        help = "write the same in both"
        document.report.warning("conflicting-terminators", message, place, help=help)
    try:
        json.loads(value)
    except ValueError:
        return
    message = f"the terminator {value!r} is JSON: a payload that looks like it ends the stream"
    help = "if it is the last message, let the terminator name its event or its constant"
    document.report.warning("terminator-is-json", message, place, help=help)


def _last(document: Document, delivered: Sequence[Delivered]) -> str:
    """The message whose own text says that it is the last one."""
    found = [
        one
        for one in delivered
        if any(map(prose.says_last, one.texts)) and not prose.says_failure(one.names)
    ]
    if len(found) != 1:
        return ""
    message = found[0].message
    document.report.note(
        "last-message",
        f"`{message.key}` says that it is the last message; it isn't required, and ends nothing",
        found[0].node.place,
        help=_CURE % (message.event or message.constant or message.key),
    )
    return message.key
