"""A line of a file with what is meant in it underlined."""

from __future__ import annotations

import unicodedata

from .diagnostics import Diagnostic, Place
from .printable import printable, shortened

_MAX_LENGTH = 140
_LEAD = 40
"""How many characters of a line that is cut stand before what is meant."""


def snippet(diagnostic: Diagnostic, line: str) -> list[str]:
    """The lines that show a diagnostic's place: where it is, the line, and what is meant."""
    place = diagnostic.place
    margin = " " * len(str(place.line))
    text, underline = _underlined(line, place)
    return [
        f"{margin}--> {printable(place.path)}:{place.line}:{place.column}",
        f"{margin} |",
        f"{place.line} | {text}".rstrip(),
        f"{margin} | {underline} {shortened(diagnostic.label)}".rstrip(),
    ]


def _underlined(line: str, place: Place) -> tuple[str, str]:
    """What is shown of a line, and its underline."""
    start = min(place.column - 1, len(line))
    first = max(start - _LEAD, 0) if len(line) > _MAX_LENGTH else 0
    last = min(first + _MAX_LENGTH, len(line))
    end = min(start + place.length, last)
    before = ("..." if first else "") + _shown(line[first:start])
    meant = _shown(line[start:end])
    after = _shown(line[end:last]) + ("..." if last < len(line) else "")
    return before + meant + after, " " * _width(before) + "^" * max(_width(meant), 1)


def _shown(text: str) -> str:
    return printable(text.replace("\t", "    "))


def _width(text: str) -> int:
    """How many columns of a terminal a printable text takes."""
    return sum(map(_character_width, text))


def _character_width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
