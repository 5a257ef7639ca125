"""Events as servers send them."""

from __future__ import annotations

import json
from typing import Any

DONE = b"data: [DONE]\n\n"


def event(payload: Any, *, name: str = "", id: str = "") -> bytes:
    """An event with a JSON payload, or with text."""
    text = payload if isinstance(payload, str) else json.dumps(payload)
    lines = [f"event: {name}"] if name else []
    lines += [f"id: {id}"] if id else []
    return "\n".join([*lines, f"data: {text}", "", ""]).encode()


def chunk(content: str = "Hi", **fields: Any) -> bytes:
    """An event of a chat completion."""
    choice = {"index": 0, "delta": {"content": content}, "finish_reason": None}
    payload = {
        "id": "c1",
        "object": "chat.completion.chunk",
        "created": 1750464000,
        "model": "m",
        "choices": [choice],
    }
    return event({**payload, **fields})


def contents(messages: list[Any]) -> list[Any]:
    """What the messages of a chat completion say."""
    return [message.choices[0].delta.content for message in messages]
