"""Reading small documents as the intermediate model."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.intermediate import Api
from asyncapi_sse_gen.interpretation import interpret
from asyncapi_sse_gen.references import References

SMALL = """
asyncapi: 2.6.0
info: {title: Small, version: 1.0.0}
defaultContentType: text/event-stream
servers:
  main: {url: api.example.com/v1, protocol: https}
"""


def _read(path: Path) -> tuple[Api | None, Report]:
    report = Report()
    return interpret(References(path, report, path.name), report), report


@pytest.fixture
def read_file() -> Callable[[Path], tuple[Api | None, Report]]:
    """Reads a file."""
    return _read


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str], tuple[Api | None, Report]]:
    """Reads a document's text."""

    def read_text(text: str) -> tuple[Api | None, Report]:
        path = tmp_path / "small-asyncapi.yml"
        path.write_text(text, encoding="utf-8")
        return _read(path)

    return read_text


@pytest.fixture
def read_channels(
    read: Callable[[str], tuple[Api | None, Report]],
) -> Callable[[str], tuple[Api, Report]]:
    """Reads what follows `servers` in a small document, which must be an event stream."""

    def read_rest(rest: str) -> tuple[Api, Report]:
        api, report = read(SMALL + rest)
        assert api is not None, [str(diagnostic) for diagnostic in report]
        return api, report

    return read_rest
