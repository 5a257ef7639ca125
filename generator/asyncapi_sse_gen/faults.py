"""Whatever a stage raises -> the report, so that one document's end isn't that of the others."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from .diagnostics import DocumentError, Place, Report


@contextmanager
def reported(document: Path, report: Report) -> Generator[None]:
    """End the block, and not the program, with an exception; the report says why."""
    try:
        yield
    except DocumentError:
        pass  # The report has it.
    except Exception as error:
        report_fault(document, f"{type(error).__name__}: {error}", report)


def report_fault(document: Path, message: str, report: Report) -> None:
    """Report what only a mistake in the generator can bring about."""
    help = "this is a fault of asyncapi-sse-gen; please report it together with the document"
    report.error("internal-error", message, Place(path=str(document)), help=help)
