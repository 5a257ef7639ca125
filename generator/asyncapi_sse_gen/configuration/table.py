"""The table of a pyproject.toml that is ours."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from asyncapi_sse_gen.diagnostics import Place, Report

FILE = "pyproject.toml"
NAME = "asyncapi-sse-gen"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What the table holds, and the text that it stands in."""

    path: str
    text: str
    content: Mapping[str, Any]

    def place(self, *keys: str | int) -> Place:
        """The place of what these keys of the table lead to."""
        from .places import find_place

        return find_place(self.text, ("tool", NAME, *keys), self.path)


def read_table(path: Path, report: Report) -> Table | None:
    """The table in a file; None if the file isn't there for us, or has no such table.

    Raises DocumentError for a file that isn't TOML. One that doesn't mention the table isn't
    parsed: its faults are none of ours.
    """
    if not os.path.exists(path):  # No file is opened in vain: an audit would see it.
        return None
    try:
        data = path.read_bytes()
    except OSError:
        return None
    return _parse(data, str(path), report) if NAME.encode() in data else None


def _parse(data: bytes, path: str, report: Report) -> Table | None:
    import tomllib  # Not every build comes to it.

    try:
        text = data.decode().replace("\r\n", "\n")
        content = tomllib.loads(text)
    except UnicodeDecodeError as error:
        place = Place(path=path, line=data[: error.start].count(b"\n") + 1)
        raise report.fatal("configuration-syntax", "the file isn't UTF-8", place) from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        message = f"the file isn't TOML: {error}"
        raise report.fatal("configuration-syntax", message, _named_place(message, path)) from error
    tool = content.get("tool")
    if not isinstance(tool, dict) or NAME not in tool:
        return None
    table = Table(path=path, text=text, content=cast("dict[str, Any]", tool[NAME]))
    if not isinstance(tool[NAME], dict):
        message = f"`tool.{NAME}` isn't a table"
        raise report.fatal("invalid-setting", message, table.place())
    return table


def _named_place(message: str, path: str) -> Place:
    """The place that a message of tomllib's names: `... (at line 3, column 5)`."""
    named = re.search(r"\(at line (\d+), column (\d+)\)", message)
    return Place(path=path, line=int(named[1]), column=int(named[2])) if named else Place(path=path)
