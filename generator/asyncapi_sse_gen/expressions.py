"""Values -> Python expressions, as templates print them."""

from __future__ import annotations

import io
import textwrap
import tokenize
from collections.abc import Sequence
from typing import Any, cast

from .quoting import literal


class Code(str):
    """A text that is Python already: a name that was chosen, or a type made of such names."""


def expression(value: Any) -> str:
    """A Python expression of a value made of JSON, tuples and `Code`."""
    if isinstance(value, Code):
        return value
    if isinstance(value, tuple):
        elements = cast(Sequence[Any], value)
        items = [expression(item) for item in elements]
        return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
    if isinstance(value, dict):
        entries = cast(dict[str, Any], value).items()
        return f"{{{', '.join(f'{literal(key)}: {expression(item)}' for key, item in entries)}}}"
    return literal(value)


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
