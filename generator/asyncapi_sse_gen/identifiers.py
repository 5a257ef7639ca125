"""Text -> Python identifiers: ASCII only, readable, bounded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeVar
from unicodedata import ucd_3_2_0 as unicode_data  # one version, whatever Python's own is

Key = TypeVar("Key")

MAX_LENGTH = 80

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SIGN = re.compile(r"^([+-])(?=\d)")


class Taken:
    """The names that are taken in one scope."""

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self.reserved = frozenset(reserved)
        self._names = set(self.reserved)

    def take(self, *candidates: str, separator: str = "_") -> str:
        """The first of these names that is free, else the last with a number; taken from now on."""
        name = next((name for name in candidates if name not in self._names), "")
        number = 2
        while not name:
            numbered = f"{candidates[-1]}{separator}{number}"
            name = "" if numbered in self._names else numbered
            number += 1
        self._names.add(name)
        return name


def settle(texts: Mapping[Key, str], taken: Taken, kind: str) -> dict[Key, str]:
    """An identifier for each text, close to it; in a tie, what is an identifier already wins.

    A reserved name gets a trailing underscore. `kind` begins the names of texts that hold no word.
    """
    chosen: dict[Key, str] = {}
    for rank in range(3):
        for key, text in texts.items():
            if _rank(text, taken) == rank:
                name = text if rank < 2 else cleaned(text, kind)
                chosen[key] = taken.take(f"{name}_" if name in taken.reserved else name)
    return {key: chosen[key] for key in texts}


def _rank(text: str, taken: Taken) -> int:
    if not is_identifier(text):
        return 2
    return 1 if text in taken.reserved else 0


def is_identifier(text: str) -> bool:
    """Whether a text is an ASCII identifier without a leading underscore, and not too long."""
    return len(text) <= MAX_LENGTH and _IDENTIFIER.fullmatch(text) is not None


def words(text: str) -> list[str]:
    """The words of a text, in ASCII; a letter of another script is its code point."""
    text = _SIGN.sub(lambda sign: "minus " if sign[1] == "-" else "plus ", text)
    if not text.isascii():
        text = "".join(map(_in_ascii, unicode_data.normalize("NFKD", text)))
    return re.findall(r"[A-Za-z0-9]+", text)


def snake_case(text: str) -> str:
    """`streamHTTPChunks` -> `stream_http_chunks`; empty if there is nothing to make it of."""
    parts = [part for word in words(text) for part in _BOUNDARY.split(word)]
    return _cut("_".join(parts).lower())


def camel_case(text: str) -> str:
    """`chat_completion chunk` -> `ChatCompletionChunk`; capitals within words are kept."""
    return _cut("".join(word[0].upper() + word[1:] for word in words(text)))


def cleaned(text: str, kind: str) -> str:
    """`finish-reason` -> `finish_reason`, its case kept; never empty, never a digit in front."""
    name = _cut("_".join(words(text)))
    if not name:
        codes = "_".join(f"u{ord(character):04x}" for character in text[:10])
        return f"{kind}_{codes or 'empty'}"
    return name if name[0].isalpha() else f"{kind}_{name}"


def _in_ascii(character: str) -> str:
    if character.isascii():
        return character
    category = unicode_data.category(character)
    if category[0] in "LN" or category == "Cn":
        return f" u{ord(character):04x} "
    return "" if category in ("Cf", "Mn") else " "


def _cut(name: str) -> str:
    return name[:MAX_LENGTH].rstrip("_")
