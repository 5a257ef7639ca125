"""Text -> TOML: the one way by which a document's text gets there."""

from __future__ import annotations

from collections.abc import Sequence

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def toml_string(text: str) -> str:
    """A basic string (TOML 1.0, "String") of this text; what can't be printed is escaped."""
    return f'"{"".join(map(_escape, text))}"'


def toml_array(texts: Sequence[str]) -> str:
    """An array of strings, a line each."""
    return "".join(["[\n", *(f"    {toml_string(text)},\n" for text in texts), "]"])


def _escape(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isprintable():
        return character
    code = 0xFFFD if "\ud800" <= character <= "\udfff" else ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
