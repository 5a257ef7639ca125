"""Diagnostics -> the text that the command line prints, by one function per format.

What a format alone needs is imported by its function: the command line imports this module to know
the formats' names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

from .diagnostics import Diagnostic, Place
from .printable import printable, shortened
from .snippet import snippet

_GITHUB_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}
_GITHUB_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_GITHUB_PROPERTY = str.maketrans({"%": "%25", ":": "%3A", ",": "%2C"})


def full(diagnostics: Sequence[Diagnostic]) -> str:
    """With the line of the file that is meant, as compilers do it; an empty line between two."""
    from .source import read_lines

    lines_of = cache(read_lines)
    blocks: list[str] = []
    for diagnostic in diagnostics:
        place = diagnostic.place
        title = f"{diagnostic.severity}[{diagnostic.code}]: {shortened(diagnostic.message)}"
        lines = [] if _is_whole_file(place) else lines_of(Path(place.path))
        if place.line <= len(lines):
            margin = " " * len(str(place.line))
            shown = snippet(diagnostic, lines[place.line - 1])
        else:
            margin = " "
            shown = [f" --> {printable(place.path)}"]
        cure = [f"{margin} = help: {shortened(diagnostic.help)}"] if diagnostic.help else []
        blocks.append("\n".join([title, *shown, *cure, ""]))
    return "\n".join(blocks)


def concise(diagnostics: Sequence[Diagnostic]) -> str:
    """One line each: `path:line:column: severity[code]: message`."""
    return "".join(
        f"{printable(diagnostic.place.path)}:{diagnostic.place.line}:{diagnostic.place.column}: "
        f"{diagnostic.severity}[{diagnostic.code}]: {shortened(diagnostic.message)}\n"
        for diagnostic in diagnostics
    )


def as_json(diagnostics: Sequence[Diagnostic]) -> str:
    """One JSON array, of ASCII characters only."""
    import json

    return json.dumps([_json_object(diagnostic) for diagnostic in diagnostics], indent=2) + "\n"


def github(diagnostics: Sequence[Diagnostic]) -> str:
    """Workflow commands, which GitHub Actions shows beside the line."""
    return "".join(map(_github_command, diagnostics))


STYLES: Mapping[str, Callable[[Sequence[Diagnostic]], str]] = {
    "full": full,
    "concise": concise,
    "json": as_json,
    "github": github,
}


def _is_whole_file(place: Place) -> bool:
    return place == Place(path=place.path)


def _json_object(diagnostic: Diagnostic) -> dict[str, str | int]:
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "path": diagnostic.place.path,
        "line": diagnostic.place.line,
        "column": diagnostic.place.column,
        "help": diagnostic.help,
    }


def _github_command(diagnostic: Diagnostic) -> str:
    place = diagnostic.place
    properties = {
        "file": printable(place.path),
        "line": place.line,
        "col": place.column,
        "title": diagnostic.code,
    }
    listed = ",".join(
        f"{name}={str(value).translate(_GITHUB_PROPERTY)}" for name, value in properties.items()
    )
    text = shortened(diagnostic.message)
    if diagnostic.help:
        text += f"\nhelp: {shortened(diagnostic.help)}"
    return f"::{_GITHUB_LEVELS[diagnostic.severity]} {listed}::{text.translate(_GITHUB_DATA)}\n"
