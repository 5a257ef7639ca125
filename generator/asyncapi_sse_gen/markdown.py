"""Document text -> Markdown (CommonMark): one function per kind of place."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&])")
_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_BLOCK = re.compile(r"^(\d*)([-+=.)])")  # what would begin a list or underline a heading
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


def markdown(text: str) -> str:
    """Text within a line: white space is folded, and of its markup only code spans are kept."""
    parts = _CODE.split(_fold(text))
    plain, spans = parts[::3], parts[2::3]
    escaped = [_SPECIAL.sub(r"\\\1", part.replace("**", "")) for part in plain]
    pairs = zip(escaped, [*map(code, spans), ""], strict=True)
    line = "".join(part for pair in pairs for part in pair)
    return _BLOCK.sub(r"\1\\\2", line)


def paragraphs(text: str) -> str:
    """Text of several paragraphs; their lines are kept, and nothing in them is markup."""
    blocks = re.split(r"\n\s*\n", text.strip())
    return "\n\n".join(markdown(block) for block in blocks if block.strip())


def code(text: str) -> str:
    """A code span that says this text."""
    folded = _fold(text)
    fence = "`" * (max(map(len, re.findall("`+", folded)), default=0) + 1)
    padding = " " if folded.startswith("`") or folded.endswith("`") else ""
    return f"{fence}{padding}{folded}{padding}{fence}" if folded else "` `"


def code_block(text: str, language: str = "python") -> str:
    """A fenced block of code."""
    fence = "`" * max(3, max(map(len, re.findall("`+", text)), default=0) + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def _fold(text: str) -> str:
    return _CONTROL.sub("\ufffd", " ".join(text.split()))
