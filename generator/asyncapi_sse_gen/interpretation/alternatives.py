"""Alternatives: a message whose payload is one of several objects is one message for each of them.

So each is a class of its own, told apart from the others as messages are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from asyncapi_sse_gen.intermediate import Example, Schema

from .discrimination import discriminate
from .messages import Delivered
from .payloads import Payloads


def split_alternatives(delivered: Sequence[Delivered], payloads: Payloads) -> list[Delivered]:
    """The messages, split where that leaves no doubt about which one an event carries."""
    split = [part for one in delivered for part in _parts(one, payloads)]
    is_sure = discriminate([part.message for part in split], payloads).is_sure
    return split if is_sure else list(delivered)


def _parts(one: Delivered, payloads: Payloads) -> list[Delivered]:
    message = one.message
    shapes = {shape.target: shape for shape in payloads.objects(message.payload)}
    if len(shapes) < 2 or "" in shapes or not payloads.is_object(message.payload):
        return [one]
    owners = [_owner(example, list(shapes.values()), payloads) for example in message.examples]
    return [
        replace(
            one,
            message=replace(
                message,
                key=f"{message.key} {payloads.name(shape)}",
                name=f"{message.name} {payloads.name(shape)}",
                payload=shape,
                properties=payloads.properties(shape),
                required=payloads.required(shape),
                examples=tuple(
                    example
                    for example, owner in zip(message.examples, owners, strict=True)
                    if owner is shape
                ),
            ),
        )
        for shape in shapes.values()
    ]


def _owner(example: Example, shapes: Sequence[Schema], payloads: Payloads) -> Schema:
    """The alternative that an example is for; the first, if it is for none."""
    return next((one for one in shapes if _fits(example.payload, one, payloads)), shapes[0])


def _fits(payload: Any, shape: Schema, payloads: Payloads) -> bool:
    if not isinstance(payload, dict) or not payload.keys() >= set(payloads.required(shape)):
        return False
    return all(
        payload[name] in values
        for name in payloads.properties(shape)
        if name in payload and (values := payloads.values(shape, (name,)))
    )
