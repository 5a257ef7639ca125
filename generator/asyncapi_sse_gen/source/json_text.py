"""JSON text -> the events that the same document in YAML would give.

YAML 1.2 is meant to contain JSON, but no YAML 1.1 parser reads all of it: surrogate pairs
(`\\ud83d\\ude00`), keys of more than 1,024 characters and U+2028 in strings are refused or changed.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import NoReturn

import yaml

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]]|[^\s{}\[\],:"]+')


def is_json(text: str) -> bool:
    """Whether the text is one JSON object, to the letter of RFC 8259."""
    if not text.lstrip(" \t\n").startswith("{"):
        return False
    try:
        json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        # What is wrong is for the YAML parser to say: it knows the place, and so do its limits.
        return False
    return True


def json_events(text: str) -> Iterator[yaml.Event]:
    """The YAML events of a text that `is_json`."""
    mark = _Marks(text)
    yield yaml.DocumentStartEvent(mark(0), mark(0))
    for token in _TOKEN.finditer(text):
        start, end, word = mark(token.start()), mark(token.end()), token[0]
        if word == "{":
            yield yaml.MappingStartEvent(None, None, True, start, end, flow_style=True)
        elif word == "[":
            yield yaml.SequenceStartEvent(None, None, True, start, end, flow_style=True)
        elif word == "}":
            yield yaml.MappingEndEvent(start, end)
        elif word == "]":
            yield yaml.SequenceEndEvent(start, end)
        elif word[0] == '"':
            yield yaml.ScalarEvent(None, None, (False, True), json.loads(word), start, end, '"')
        else:
            yield yaml.ScalarEvent(None, None, (True, False), word, start, end)


class _Marks:
    """Turns an index of the text into a mark with its line and column."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]

    def __call__(self, index: int) -> yaml.Mark:
        line = bisect_right(self._starts, index) - 1
        return yaml.Mark("", index, line, index - self._starts[line], None, 0)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)
