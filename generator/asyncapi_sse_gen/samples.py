"""A request body for the examples in README and docstrings."""

from __future__ import annotations

from typing import Any

from .intermediate import Operation


def sample_body(operation: Operation) -> Any:
    """A body that shows how a method is called.

    The document's own example where there is one, else the least that a chat completion takes, if
    the stream is one. What the client adds by itself is left out.
    """
    request = operation.request
    if request is None:
        return None
    constants = dict(request.constants)
    for example in request.examples:
        if isinstance(example.payload, dict):
            fields: dict[str, Any] = example.payload
            return {name: value for name, value in fields.items() if name not in constants}
    if not operation.channel.endswith("chat/completions"):
        return {}
    models = [
        example.payload["model"]
        for message in operation.messages
        for example in message.examples
        if isinstance(example.payload, dict) and "model" in example.payload
    ]
    message = {"role": "user", "content": "Hello"}
    return {"model": models[0] if models else "a-model", "messages": [message]}
