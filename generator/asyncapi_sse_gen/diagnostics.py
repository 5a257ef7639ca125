"""Diagnostics are data: what is wrong (or was assumed), where, and the cure.

Stages put them into a `Report`; only the command line renders them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A span of one line in a file; `line` and `column` count characters from 1."""

    path: str
    line: int = 1
    column: int = 1
    length: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One complaint, warning or assumption.

    `code` is a slug that docs/diagnostics.md explains, `label` a few words that stand under the
    place, `help` the cure where one is known.
    """

    code: str
    severity: Severity
    message: str
    place: Place
    label: str = ""
    help: str = ""


class DocumentError(Exception):
    """Raised where a stage can't go on; the report holds the reason."""


class Report:
    """The diagnostics of one document, in the order they were found, each of them once."""

    def __init__(self) -> None:
        self._found: dict[Diagnostic, None] = {}
        self._errors_only = False

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._found)

    @property
    def has_errors(self) -> bool:
        return any(diagnostic.severity == "error" for diagnostic in self._found)

    def add(self, diagnostic: Diagnostic) -> None:
        if diagnostic.severity == "error" or not self._errors_only:
            self._found[diagnostic] = None

    @contextmanager
    def errors_only(self) -> Generator[None]:
        """Pass over warnings and notes: for what is looked at and not used."""
        before, self._errors_only = self._errors_only, True
        try:
            yield
        finally:
            self._errors_only = before

    def error(
        self, code: str, message: str, place: Place, *, label: str = "", help: str = ""
    ) -> None:
        """Report what makes a right result impossible."""
        self._add(code, "error", message, place, label, help)

    def warning(
        self, code: str, message: str, place: Place, *, label: str = "", help: str = ""
    ) -> None:
        """Report a departure from AsyncAPI 2.6 that doesn't spoil the result."""
        self._add(code, "warning", message, place, label, help)

    def note(
        self, code: str, message: str, place: Place, *, label: str = "", help: str = ""
    ) -> None:
        """Report what had to be assumed."""
        self._add(code, "note", message, place, label, help)

    def fatal(
        self, code: str, message: str, place: Place, *, label: str = "", help: str = ""
    ) -> DocumentError:
        """Report an error after which the stage can't go on; the caller raises what it returns."""
        self._add(code, "error", message, place, label, help)
        return DocumentError(message)

    def _add(
        self, code: str, severity: Severity, message: str, place: Place, label: str, help: str
    ) -> None:
        self.add(
            Diagnostic(
                code=code, severity=severity, message=message, place=place, label=label, help=help
            )
        )
