"""A file of YAML or JSON text -> nodes that know where they stand."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from pathlib import Path

import yaml

from asyncapi_sse_gen.diagnostics import Place, Report
from asyncapi_sse_gen.nodes import Node

from .bounds import MAX_FILE_SIZE
from .composition import compose
from .json_text import is_json, json_events
from .yaml_mistakes import report_syntax_error

# The C parser is nine times as fast; PyYAML may have been built without it.
_LOADER: type[yaml.CSafeLoader | yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# YAML 1.1 takes these for line breaks, YAML 1.2 (section 5.4) and every editor for characters. So
# they are hidden from the parser behind characters that no document may hold.
_HIDDEN = dict(zip(map(ord, "\x85\u2028\u2029"), "\ufdd0\ufdd1\ufdd2", strict=True))
_SHOWN = {ord(stand_in): chr(code) for code, stand_in in _HIDDEN.items()}

_UNPRINTABLE = re.compile(
    r"[^\t\n\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


def read(path: Path, report: Report, display: str, file: str = "") -> Node:
    """The root of a document, which is a mapping.

    `display` is how diagnostics name the file, `file` how nodes do. Whatever is wrong is reported;
    raises DocumentError where there is an error among it.
    """
    return parse(read_text(path, report, display), report, display, file)


def read_text(path: Path, report: Report, display: str) -> str:
    """The text of a file, with newlines as line breaks; no other file is opened.

    Raises DocumentError for what is no regular file, can't be read, is too large or isn't UTF-8.
    """
    place = Place(path=display)
    try:
        data = _read_regular_file(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise report.fatal("unreadable-file", f"can't read the file: {reason}", place) from error
    if len(data) > MAX_FILE_SIZE:
        message = f"the file is larger than {MAX_FILE_SIZE // 1024**2} MiB"
        raise report.fatal("document-too-large", message, place)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"the file isn't UTF-8: byte {data[error.start]:#04x} at offset {error.start}"
        place = _place_of_offset(display, data[: error.start].decode("utf-8-sig"))
        help = "save the file as UTF-8"
        raise report.fatal("not-utf-8", message, place, help=help) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse(text: str, report: Report, display: str, file: str = "") -> Node:
    """The root of a document's text, as `read` gives it."""
    lines = text.split("\n")
    if is_json(text):
        return compose(json_events(text), lines, report, display, file)
    unprintable = _UNPRINTABLE.search(text)
    if unprintable:
        place = _place_of_offset(display, text[: unprintable.start()])
        message = f"the file holds the control character U+{ord(unprintable[0]):04X}"
        raise report.fatal("control-character", message, place, help="is it a text file?")
    try:
        return compose(_yaml_events(text), lines, report, display, file)
    except yaml.YAMLError as error:
        raise report_syntax_error(error, lines, report, display) from error


def read_lines(path: Path) -> list[str]:
    """The lines of a file as `Place.line` counts them; none if it can't be read."""
    try:
        text = _read_regular_file(path).decode("utf-8-sig", errors="replace")
    except OSError:
        return []
    return _split_lines(text)


def _split_lines(text: str) -> list[str]:
    """The lines of a text; other characters than these are no line breaks in YAML 1.2."""
    return re.split(r"\r\n|\r|\n", text)


def _read_regular_file(path: Path) -> bytes:
    """The file's bytes, cut behind the limit; a pipe or a device could be endless."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError("it is a folder" if path.is_dir() else "it is no regular file")
    with path.open("rb") as file:
        return file.read(MAX_FILE_SIZE + 1)


def _yaml_events(text: str) -> Iterator[yaml.Event]:
    for event in yaml.parse(text.translate(_HIDDEN), Loader=_LOADER):
        if isinstance(event, yaml.ScalarEvent) and not event.value.isascii():
            event.value = event.value.translate(_SHOWN)
        yield event


def _place_of_offset(display: str, before: str) -> Place:
    """The place behind the text `before`."""
    lines = _split_lines(before)
    return Place(path=display, line=len(lines), column=len(lines[-1]) + 1)
