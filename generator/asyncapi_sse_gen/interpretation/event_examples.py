"""Event examples: what the examples of messages show about the names of their events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from .messages import Delivered


def with_names(one: Delivered, names: Sequence[str]) -> Delivered:
    """A message that events of these names carry."""
    found = list(dict.fromkeys(filter(None, names)))
    if not found:
        return one
    return replace(
        one, message=replace(one.message, event=found[0], further_events=tuple(found[1:]))
    )


def with_names_of_examples(delivered: Sequence[Delivered]) -> list[Delivered]:
    """Further names that examples show, where a property repeats the event's name.

    (`event: WorkflowAgentCompleted` in the example of `WorkflowStepEvent`, while the examples of
    `RunStarted` and of the others hold their own names.)
    """
    repeating = repeated_names(delivered)
    taken = {one.message.event for one in delivered}
    named: list[Delivered] = []
    for one in delivered:
        shown = [_value(example.payload, repeating) for example in one.message.examples]
        further = [value for value in dict.fromkeys(shown) if value and value not in taken]
        message = one.message
        named.append(with_names(one, [message.event, *message.further_events, *further]))
        taken |= set(further)
    return named


def repeated_names(delivered: Sequence[Delivered]) -> str:
    """The property that holds the event's name in the examples of all messages but one, or ""."""
    shown = [one for one in delivered if one.message.examples]
    names = [name for one in shown[:1] for name in one.message.properties]
    for name in names:
        matching = sum(
            all(
                _value(example.payload, name) == one.message.event
                for example in one.message.examples
            )
            for one in shown
        )
        if matching >= 2 and matching >= len(shown) - 1:
            return name
    return ""


def _value(payload: Any, name: str) -> str:
    value = cast(dict[str, Any], payload).get(name) if isinstance(payload, dict) else None
    return value if isinstance(value, str) else ""
