"""Arguments and configuration -> the documents that are meant, and what is decided of each."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from .configuration import Configuration, Entry, find_configuration
from .diagnostics import DocumentError, Place, Report
from .discovery import documents_at
from .settings import Settings

Selected = tuple[Path, Settings]


class WrongUseError(ValueError):
    """What is asked for can't be meant."""


def select_documents(paths: Sequence[str | Path], report: Report) -> list[Selected]:
    """The documents at these paths, or all that the configuration names if there are none.

    A folder or pattern without a document is reported. Raises DocumentError if the configuration
    has errors, WrongUseError if there is nothing that says what is meant.
    """
    configuration = find_configuration(report)
    found = [(entry, documents_at(entry.path)) for entry in configuration.entries]
    if paths:
        return _given(paths, _configured(found, configuration), configuration.settings, report)
    if not found:
        raise WrongUseError("no SPEC is given, and no pyproject.toml names documents")
    _check_entries(found, report)
    return _configured(found, configuration)


def _given(
    paths: Sequence[str | Path], configured: list[Selected], default: Settings, report: Report
) -> list[Selected]:
    """The documents at these paths, each with what the configuration says of it."""
    settings_of: dict[str, list[Settings]] = {}
    for document, settings in configured:
        settings_of.setdefault(os.path.realpath(document), []).append(settings)
    selected: list[Selected] = []
    for path in paths:
        documents = documents_at(path)
        if not documents:
            _report_none(Place(path=str(path)), str(path), report)
        for document in documents:
            own = settings_of.get(os.path.realpath(document), [default])
            selected += [(document, settings) for settings in own]
    return selected


def _configured(
    found: Sequence[tuple[Entry, list[Path]]], configuration: Configuration
) -> list[Selected]:
    """The documents of the entries; what a pattern selects gives way to what is named by itself."""
    named = {
        os.path.realpath(entry.path) for entry, documents in found if documents == [entry.path]
    }
    return [
        (document, entry.settings.over(configuration.settings))
        for entry, documents in found
        for document in documents
        if document == entry.path or os.path.realpath(document) not in named
    ]


def _check_entries(found: Sequence[tuple[Entry, list[Path]]], report: Report) -> None:
    for entry, documents in found:
        if not documents:
            _report_none(entry.place, str(entry.path), report)
        if entry.settings.name is not None and len(documents) > 1:
            message = "`name` is for one package, and the path stands for several documents"
            report.error("invalid-setting", message, entry.place)
            raise DocumentError(message)


def _report_none(place: Place, path: str, report: Report) -> None:
    message = f"there is no AsyncAPI document in `{path}`"
    help = "a document is a `.yml`, `.yaml` or `.json` file that begins with `asyncapi: 2.6.0`"
    report.error("no-documents", message, place, help=help)
