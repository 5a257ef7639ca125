"""The package of a document, rendered and not written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.pipeline import render
from asyncapi_sse_gen.settings import Job, Options


def render_package(
    document: Path, report: Report, *, tests: bool = True, distribution: bool = False
) -> Mapping[str, str]:
    """The files of the package, by their paths; raises DocumentError if the document has errors."""
    options = Options(tests=tests, distribution=distribution)
    package = render(Job(document=document, folder=Path("generated"), options=options), report)
    return {path: content.decode() for path, content in package.files.items()}
