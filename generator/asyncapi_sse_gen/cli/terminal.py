"""What the commands print."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import click

from asyncapi_sse_gen.diagnostics import Diagnostic, DocumentError, Report
from asyncapi_sse_gen.presentation import STYLES
from asyncapi_sse_gen.printable import printable

if TYPE_CHECKING:
    from asyncapi_sse_gen.builds import Build

_CLEAR = "\r\x1b[K"
_WORDS = {
    "built": "built",
    "unchanged": "up to date",
    "outdated": "outdated",
    "failed": "failed",
}
"""How the summary calls what may come of a build, in its order."""


@contextmanager
def asking(report: Report, style: str) -> Generator[None]:
    """Find out what is asked for; what can't be meant ends the command with 2."""
    from asyncapi_sse_gen.selection import WrongUseError

    try:
        yield
    except WrongUseError as error:
        raise click.UsageError(str(error)) from error
    except DocumentError as error:
        print_diagnostics(report, style)
        raise click.exceptions.Exit(2) from error


def print_build(build: Build) -> None:
    """Say on stdout what came of a document."""
    folder = shown(build.package) if build.package else ""
    texts = {
        "built": f"built {folder}\n",
        "unchanged": f"{folder} is up to date\n",
        "outdated": build.difference,
        "failed": "",
    }
    click.echo(texts[build.outcome], nl=False)


def print_diagnostics(found: Iterable[Diagnostic], style: str) -> int:
    """Print each of them once, to stderr; the exit status that they mean."""
    once = list(dict.fromkeys(found))
    click.echo(STYLES[style](once), err=True, nl=False)
    return int(any(diagnostic.severity == "error" for diagnostic in once))


def print_summary(outcomes: Mapping[str, int], style: str) -> None:
    """Say what came of several documents; not where stderr is to be one JSON array."""
    if sum(outcomes.values()) > 1 and style != "json":
        counts = [f"{outcomes[key]} {word}" for key, word in _WORDS.items() if outcomes.get(key)]
        click.echo(", ".join(counts), err=True)


def shown(path: Path) -> str:
    return printable(str(path))


class Progress:
    """A line at the end of stderr that says what is being worked on, if somebody may watch it."""

    def __init__(self, documents: Sequence[Path]) -> None:
        self._documents = documents
        self._is_watched = len(documents) > 1 and sys.stderr.isatty()

    def __enter__(self) -> Progress:
        self.show(0)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.hide()

    def show(self, done: int) -> None:
        """Say how many documents are done, and which is next."""
        if self._is_watched:
            text = f"[{done}/{len(self._documents)}] {shown(self._documents[done])}"
            columns = shutil.get_terminal_size().columns
            click.echo(_CLEAR + text[: columns - 1], err=True, nl=False)

    def hide(self) -> None:
        """Make room for other output."""
        if self._is_watched:
            click.echo(_CLEAR, err=True, nl=False)
