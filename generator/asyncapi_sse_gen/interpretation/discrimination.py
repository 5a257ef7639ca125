"""Discrimination: which message an event carries, decided once for each operation.

By the event's name where the channel declares names, by a constant in the payload where constants
differ, by the content type, or by the structure: the properties that only one message requires.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from asyncapi_sse_gen.intermediate import Discrimination, Message, Schema

from .document import identity
from .payloads import Path, Payloads

# The names that documents give to what tells messages apart, the most telling first.
_PREFERRED = ("type", "event", "event_type", "message_type", "object", "kind", "status")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """How messages are told apart; `is_sure` is False where they can't all be."""

    kind: Discrimination
    messages: tuple[Message, ...]
    discriminator: Path = ()
    is_sure: bool = True


def discriminate(messages: Sequence[Message], payloads: Payloads) -> Decision:
    """Everything that tells the messages apart is filled in, also what is only second to names."""
    decision = _by_content(messages, payloads)
    named = [name for m in messages for name in (m.event, *m.further_events) if name]
    if not named or (len(set(named)) < len(named) and decision.is_sure):
        return decision
    if len(set(named)) < len(named):
        return _within_names(messages, named, payloads)
    nameless = [message for message in messages if not message.event]
    is_sure = _by_content(nameless, payloads).is_sure
    return replace(decision, kind="event", is_sure=is_sure)


def _within_names(messages: Sequence[Message], named: list[str], payloads: Payloads) -> Decision:
    """What tells those messages apart whose events' names don't."""
    alike = [it for it in messages if named.count(it.event) != 1]
    decision = _by_content(alike, payloads)
    found = {message.key: message for message in decision.messages}
    messages = tuple(found.get(message.key, message) for message in messages)
    return replace(decision, messages=messages)


def _by_content(messages: Sequence[Message], payloads: Payloads) -> Decision:
    """What tells messages apart apart from their events' names."""
    texts = [message for message in messages if message.is_text]
    others = [message for message in messages if not message.is_text]
    if len(messages) <= 1:
        return Decision(kind="single", messages=tuple(messages))
    if len(texts) > 1:
        return Decision(kind="single", messages=tuple(messages), is_sure=False)
    if len(others) == 1:
        return Decision(kind="content_type", messages=tuple(messages))
    path = _discriminator(others, payloads)
    if path:
        marked = tuple(_mark(message, path, payloads) for message in messages)
        return Decision(kind="constant", messages=marked, discriminator=path)
    marks = _marks(others)
    if marks is None:
        return Decision(kind="single", messages=tuple(messages), is_sure=False)
    found = tuple(replace(message, marks=marks.get(message.key, ())) for message in messages)
    return Decision(kind="structure", messages=found)


def _mark(message: Message, path: Path, payloads: Payloads) -> Message:
    values = () if message.is_text else payloads.values(message.payload, path) or ()
    if not values:
        return message
    return replace(message, constant=values[0], further_constants=tuple(values[1:]))


def _discriminator(messages: Sequence[Message], payloads: Payloads) -> Path:
    """The path of the property whose constants differ between all messages, or ().

    One message may be without the property: it is the one that an event without it carries.
    """
    schemas = [message.payload for message in messages]
    if not all(payloads.is_object(schema) for schema in schemas):
        return ()
    paths = dict.fromkeys(path for schema in schemas[:2] for path in payloads.paths(schema))
    ranked = sorted(paths, key=lambda path: (len(path), _rank(path[-1])))
    return next((path for path in ranked if _differs(schemas, path, payloads)), ())


def _differs(schemas: Sequence[Schema], path: Path, payloads: Payloads) -> bool:
    """Whether the constants at a path differ between all payloads.

    Several values mark a message only under a name that says what they are there for: a
    `finish_reason` of one message and not of the other tells nothing for sure.
    """
    may_be_several = path[-1] in _PREFERRED
    seen: set[str] = set()
    lacking = several = 0
    for schema in schemas:
        found = payloads.values(schema, path)
        if found is None:
            return False
        values = set(map(identity, found))
        lacking += not values
        several += len(values) > 1
        if lacking > 1 or values & seen or (several and (lacking or not may_be_several)):
            return False
        seen |= values
    return len(schemas) - lacking > 1


def _rank(name: str) -> int:
    return _PREFERRED.index(name) if name in _PREFERRED else len(_PREFERRED)


def _marks(messages: Sequence[Message]) -> dict[str, tuple[tuple[str, ...], ...]] | None:
    """The combinations of properties that mark each message; None where they don't differ."""
    combinations = [frozenset(message.required) for message in messages]
    if len(set(combinations)) == len(combinations):
        return {message.key: (message.required,) for message in messages}
    owners: dict[str, int] = {}
    for message in messages:
        for name in message.properties:
            owners[name] = owners.get(name, 0) + 1
    own = [[name for name in message.properties if owners[name] == 1] for message in messages]
    if sum(not names for names in own) > 1:
        return None
    return {
        message.key: tuple((name,) for name in names) or ((),)
        for message, names in zip(messages, own, strict=True)
    }
