"""Values -> Python expressions, as templates print them."""

from __future__ import annotations

import io
import textwrap
import tokenize
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from .quoting import literal


class Code(str):
    """A text that is Python already: a name that was chosen, or a type made of such names."""


@dataclass(frozen=True)
class Call:
    """A call of what has this name, with keyword arguments."""

    name: str
    arguments: tuple[tuple[str, Any], ...]


def expression(value: Any) -> str:
    """A Python expression of a value made of JSON, tuples, calls and `Code`."""
    if isinstance(value, Code):
        return value
    opening, parts, closing = _parts(value)
    if not opening:
        return literal(value)
    items = [f"{before}{expression(item)}" for before, item in parts]
    after = "," if isinstance(value, tuple) and len(items) == 1 else ""
    return f"{opening}{', '.join(items)}{after}{closing}"


def layout(value: Any, indent: int = 0, column: int = 0) -> str:
    """The same expression, over as many lines as its length takes.

    It begins at a column of a line that is indented so far.
    """
    line = expression(value)
    opening, parts, closing = _parts(value)
    if not parts or column + len(line) < 100:
        return line
    inner = indent + 4
    lines = [
        f"{' ' * inner}{before}{layout(item, inner, inner + len(before))},\n"
        for before, item in parts
    ]
    return f"{opening}\n{''.join(lines)}{' ' * indent}{closing}"


def _parts(value: Any) -> tuple[str, list[tuple[str, Any]], str]:
    """What a value consists of, each part with what stands before it; brackets around them."""
    if isinstance(value, Call):
        return f"{value.name}(", [(f"{name}=", item) for name, item in value.arguments], ")"
    if isinstance(value, dict):
        entries = cast(dict[str, Any], value).items()
        return "{", [(f"{literal(key)}: ", item) for key, item in entries], "}"
    if isinstance(value, tuple | list):
        elements = cast(Sequence[Any], value)
        brackets = "()" if isinstance(value, tuple) else "[]"
        return brackets[0], [("", item) for item in elements], brackets[1]
    return "", [], ""


def used_in(names: Sequence[str], code: str) -> list[str]:
    """Those of the names that a piece of Python mentions, its strings not counted."""
    tokens = tokenize.generate_tokens(io.StringIO(textwrap.dedent(code)).readline)
    mentioned = {token.string for token in tokens if token.type == tokenize.NAME}
    return [name for name in names if name in mentioned]


def import_lines(names: Sequence[str], module: str) -> str:
    """An import of several names, in as few lines as they take; nothing where there are none."""
    line = f"from {module} import {', '.join(names)}"
    if not names or len(line) <= 100:
        return line if names else ""
    return f"from {module} import (\n{_wrapped(names)}\n)"


def wrapped_names(names: Sequence[str]) -> str:
    """The lines of a list of names, as few as they take."""
    return _wrapped([literal(name) for name in names])


def _wrapped(parts: Sequence[str]) -> str:
    return textwrap.fill(
        f"{', '.join(parts)},",
        100,
        initial_indent="    ",
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
