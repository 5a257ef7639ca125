"""Document text -> text that can be printed."""

from __future__ import annotations

MAX_LENGTH = 500


def printable(text: str) -> str:
    """The text with everything escaped that could break a line or steer a terminal.

    Escaped are controls, formats (bidirectional ones among them), halves of surrogate pairs,
    unassigned and private characters, and all separators but the space.
    """
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )


def shortened(text: str) -> str:
    """The text, printable, and cut if it is long."""
    return printable(text if len(text) <= MAX_LENGTH else text[: MAX_LENGTH - 3] + "...")
