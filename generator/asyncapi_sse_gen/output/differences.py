"""What differs between two versions of a file, for people to read."""

from __future__ import annotations

from difflib import unified_diff
from itertools import zip_longest

from asyncapi_sse_gen.printable import printable

MAX_LINES = 500
"""How many lines of all differences are shown."""
MAX_LENGTH = 1000
"""How many characters of a line are shown."""
_MAX_WORK = 25_000_000
"""Lines of one version times lines of the other, beyond which comparing them takes too long."""


def first_different_line(old: bytes, new: bytes) -> int:
    """The number of the first line, from 1, that isn't the same."""
    pairs = zip_longest(old.split(b"\n"), new.split(b"\n"))
    return next((number for number, (a, b) in enumerate(pairs, 1) if a != b), 1)


def unified_difference(path: str, old: bytes | None, new: bytes | None) -> str:
    """A unified diff; None stands for a file that isn't there.

    What can't be printed is escaped, so that every difference is seen.
    """
    old_lines, new_lines = _lines(old), _lines(new)
    before, after = (printable(path) if data is not None else "/dev/null" for data in (old, new))
    if len(old_lines) * len(new_lines) > _MAX_WORK:
        return f"--- {before}\n+++ {after}\n(too long to be compared line by line)\n"
    lines = unified_diff(old_lines, new_lines, before, after, lineterm="")
    return "".join(f"{line}\n" for line in lines)


def bounded(difference: str) -> str:
    """The beginning of a long difference, which says how much is left out; a short one as it is."""
    lines = [_bounded_line(line) for line in difference.splitlines(keepends=True)]
    if len(lines) > MAX_LINES:
        lines[MAX_LINES:] = [f"... and {len(lines) - MAX_LINES:,} more lines\n"]
    return "".join(lines)


def _bounded_line(line: str) -> str:
    rest = len(line) - 1 - MAX_LENGTH
    return f"{line[:MAX_LENGTH]} ... and {rest:,} more characters\n" if rest > 0 else line


def _lines(data: bytes | None) -> list[str]:
    *lines, rest = (data or b"").decode("utf-8", errors="backslashreplace").split("\n")
    shown = list(map(printable, lines))
    return [*shown, printable(rest) + "\n\\ No newline at end of file"] if rest else shown
