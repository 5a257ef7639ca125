"""Where something stands in a TOML text, which the standard library's parser doesn't tell."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any

from asyncapi_sse_gen.diagnostics import Place

Keys = Sequence[str | int]
"""The way from the root of a text to a value: keys of tables and indexes of arrays."""


def find_place(text: str, keys: Keys, file: str) -> Place:
    """The place of a key, or of a text in an array.

    Wherever a statement ends, the lines so far are a TOML text of their own. So what is sought
    stands in the statement whose lines make it appear. Nothing of a table (the second key) stands
    above the line that first mentions it.
    """
    lines = text.split("\n")
    before = next((index for index, line in enumerate(lines) if str(keys[1]) in line), 0)
    for number in range(before + 1, len(lines) + 1):
        containers = _containers("\n".join(lines[:number]), keys)
        if containers:
            statement = "\n".join(lines[before:number])
            start, end = _span(statement, keys, containers)
            above = statement[:start]
            return Place(
                path=file,
                line=before + above.count("\n") + 1,
                column=start - above.rfind("\n"),
                length=max(end - start, 1),
            )
        if containers is not None:
            before = number
    return Place(path=file)


def _containers(text: str, keys: Keys) -> list[Any] | None:
    """The tables and arrays on the way; none if it leads nowhere, None if the text isn't TOML."""
    try:
        value: Any = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None
    containers: list[Any] = []
    for key in keys:
        containers.append(value)
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return []
    return containers


def _span(statement: str, keys: Keys, containers: list[Any]) -> tuple[int, int]:
    """Where a statement names what the keys lead to; its beginning, if that can't be told."""
    key = keys[-1]
    sought = containers[-1][key] if isinstance(key, int) else key
    if not isinstance(sought, str):
        return 0, 0
    end = "" if isinstance(key, int) else r"(?=\s*[=.\]])"
    pattern = rf"""(?<![\w-])["']?{re.escape(sought)}["']?(?![\w-]){end}"""
    spans = [match.span() for match in re.finditer(pattern, statement)] or [(0, 0)]
    return spans[min(_earlier(keys, containers), len(spans) - 1)]


def _earlier(keys: Keys, containers: list[Any]) -> int:
    """How many elements of the same array, before the one that holds the key, hold it too."""
    if len(keys) < 2 or isinstance(keys[-1], int) or not isinstance(keys[-2], int):
        return 0
    return sum(isinstance(it, dict) and keys[-1] in it for it in containers[-2][: keys[-2]])
