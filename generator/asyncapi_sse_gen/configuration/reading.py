"""Finding the configuration, and reading it into settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from asyncapi_sse_gen.diagnostics import DocumentError, Place, Report
from asyncapi_sse_gen.settings import DEFAULT_OUTPUT, Settings

from .checking import check_table
from .table import FILE, Table, read_table


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An entry of `documents`: a path, a folder or a pattern, and what is said of it alone."""

    path: Path
    settings: Settings
    table: Table
    index: int

    @property
    def place(self) -> Place:
        """Where the entry stands in the configuration."""
        is_text = isinstance(self.table.content["documents"][self.index], str)
        return self.table.place("documents", self.index, *(() if is_text else ("path",)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """What the table says, its paths relative to the working directory."""

    settings: Settings
    """What holds for every document, whether it is an entry or not."""
    entries: tuple[Entry, ...]


def find_configuration(report: Report) -> Configuration:
    """The configuration in the working directory, or in the nearest folder above it that has one.

    Without any, it says nothing. Raises DocumentError once all that is wrong with it is reported.
    """
    for folder in _folders():
        table = read_table(folder / FILE, report)
        if table is not None:
            check_table(table, report)
            if report.has_errors:
                raise DocumentError("the configuration has errors")
            return _read(table, folder)
    return Configuration(settings=Settings(), entries=())


def _folders() -> Iterator[Path]:
    """The working directory, unless it was removed, and the folders above it."""
    with suppress(FileNotFoundError):
        for depth in range(len(Path.cwd().parts)):
            yield Path(*[".."] * depth)


def _read(table: Table, folder: Path) -> Configuration:
    default = Settings(output=folder / DEFAULT_OUTPUT)
    return Configuration(
        settings=_settings(table.content, folder).over(default),
        entries=tuple(
            _entry(table, index, entry, folder)
            for index, entry in enumerate(table.content.get("documents", ()))
        ),
    )


def _entry(table: Table, index: int, entry: str | Mapping[str, Any], folder: Path) -> Entry:
    content = {"path": entry} if isinstance(entry, str) else entry
    settings = Settings() if isinstance(entry, str) else _settings(entry, folder)
    return Entry(path=folder / content["path"], settings=settings, table=table, index=index)


def _settings(content: Mapping[str, Any], folder: Path) -> Settings:
    output, templates = content.get("output"), content.get("templates")
    return Settings(
        output=None if output is None else folder / output,
        name=content.get("name"),
        tests=content.get("tests"),
        distribution=content.get("distribution"),
        templates=None if templates is None else folder / templates,
    )
