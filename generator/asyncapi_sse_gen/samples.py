"""A request body for the examples in README and docstrings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

from .intermediate import Example, Operation


def sample_body(operation: Operation) -> dict[str, Any]:
    """A body that shows how a method is called.

    The document's own example where there is one, else the least that a chat completion takes, if
    the stream is one. What the client adds by itself is left out.
    """
    request = operation.request
    if request is None:
        return {}
    for fields in _objects(request.examples):
        return {name: it for name, it in fields.items() if name not in dict(request.constants)}
    if not operation.channel.endswith("chat/completions"):
        return {}
    chunks = [fields for message in operation.messages for fields in _objects(message.examples)]
    models = [fields["model"] for fields in chunks if "model" in fields]
    message = {"role": "user", "content": "Hello"}
    return {"model": models[0] if models else "a-model", "messages": [message]}


def _objects(examples: Iterable[Example]) -> Iterator[dict[str, Any]]:
    for example in examples:
        payload: object = example.payload
        if isinstance(payload, dict):
            yield cast(dict[str, Any], payload)
