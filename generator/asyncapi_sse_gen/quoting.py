"""Document text -> Python source: one function per kind of place."""

from __future__ import annotations

import re
from typing import TypeAlias

JsonValue: TypeAlias = "str | int | float | list[JsonValue] | dict[str, JsonValue] | None"

# Escaped by their code points, not by what this Python's Unicode version calls printable: controls,
# soft hyphens, formats (zero-width and bidirectional ones), line separators, halves of surrogate
# pairs, byte order marks, interlinear annotations, tags. Then what would end or bend a literal.
_INVISIBLE = (
    "\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\uffff"
    "\U000e0000-\U000e0fff"
)
_IN_DOCSTRING = re.compile(f'[{_INVISIBLE}]|\\\\|"""')
_IN_LITERAL = re.compile(f"[{_INVISIBLE}\n]|\\\\")


def docstring(text: str, indent: str = "    ") -> str:
    """A docstring that says this text; its first line isn't indented.

    Blanks at the ends of lines are left out, and a quote at an end is kept apart from those that
    delimit the docstring.
    """
    lines = [line.rstrip() for line in _IN_DOCSTRING.sub(_escape, text.strip()).split("\n")]
    before = " " if lines[0].startswith('"') else ""
    after = " " if lines[0].endswith('"') else ""
    after = after if len(lines) == 1 else f"\n{indent}"
    body = "\n".join([lines[0], *(f"{indent}{line}".rstrip() for line in lines[1:])])
    return f'"""{before}{body}{after}"""'


def literal(value: JsonValue) -> str:
    """A Python expression of a JSON value."""
    if isinstance(value, str):
        escaped = _IN_LITERAL.sub(_escape, value)
        if '"' in value and "'" not in value:
            return f"'{escaped}'"
        return '"{}"'.format(escaped.replace('"', '\\"'))
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, dict):
        pairs = (f"{literal(key)}: {literal(item)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    return repr(value)


def _escape(match: re.Match[str]) -> str:
    found = match[0]
    if found == '"""':
        return '\\"\\"\\"'
    return found.encode("unicode_escape", "surrogatepass").decode("ascii")
