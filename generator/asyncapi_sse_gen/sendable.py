"""What can travel as it is: in an event, in a request."""

from __future__ import annotations

import json
from typing import Any


def is_sendable_text(text: str) -> bool:
    """Whether the data of an event can hold a text: a CR would end a line and come back as LF."""
    return "\r" not in text and text == text.encode("utf-8", "replace").decode()


def is_sendable_name(text: str) -> bool:
    """Whether an event can be called so: its name is one line."""
    return "\n" not in text and is_sendable_text(text)


def is_sendable_json(value: Any) -> bool:
    """Whether a value comes back the same from JSON."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        return bool(json.loads(text) == value) and is_sendable_text(text)
    except (ValueError, TypeError, RecursionError):
        return False


def is_sendable_argument(text: str, location: str) -> bool:
    """Whether a path, a query or a header can hold a text as the value of a parameter."""
    if location == "header":
        return bool(text) and text.isascii() and text.isprintable() and text == text.strip()
    if location == "path":
        return not {"", ".", ".."}.intersection(text.split("/"))
    return True
