"""Which documents are read, and how the others are refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.intermediate import Api

Read = Callable[[str], tuple[Api | None, Report]]

REST = """
info: {title: T, version: 2026-05-29}
channels:
  /events:
    bindings: {x-sse: {mediaType: text/event-stream}, http: {method: GET}}
    subscribe: {operationId: events, message: {payload: {type: object}}}
"""


def _codes(report: Report, severity: str = "error") -> list[str]:
    return [diagnostic.code for diagnostic in report if diagnostic.severity == severity]


@pytest.mark.parametrize("version", ["2.6.0", "'2.0.0'", "2.6", "2.4.0"])
def test_versions_2_0_to_2_6_are_read(read: Read, version: str) -> None:
    api, report = read(f"asyncapi: {version}{REST}")
    assert api is not None
    assert not report.has_errors


def test_an_unquoted_date_is_text(read: Read) -> None:
    api, _ = read(f"asyncapi: 2.6.0{REST}")
    assert api is not None
    assert api.version == "2026-05-29"


@pytest.mark.parametrize("version", ["3.0.0", "1.2.0", "2.7.0", "two", "'2.6.0 '"])
def test_other_versions_are_refused_by_name(read: Read, version: str) -> None:
    api, report = read(f"asyncapi: {version}{REST}")
    assert api is None
    (found,) = report
    assert found.code == "unsupported-version"
    assert version.strip("'").strip() in found.message
    assert "2.0 to 2.6" in found.message


def test_openapi_is_refused_by_name(read: Read) -> None:
    _, report = read("openapi: 3.1.0\ninfo: {title: T}\n")
    (found,) = report
    assert found.code == "not-asyncapi"
    assert "OpenAPI 3.1.0" in found.message


def test_a_misspelt_version_key_is_suggested(read: Read) -> None:
    _, report = read(f"asyncAPI: 2.6.0{REST}")
    (found,) = report
    assert found.code == "not-asyncapi"
    assert found.help == "did you mean `asyncapi`?"


def test_misspelt_keys_are_told(read: Read) -> None:
    text = f"asyncapi: 2.6.0{REST}".replace("channels:", "chanels:")
    _, report = read(text)
    assert _codes(report) == ["unknown-key", "no-channels"]
    api, report = read(f"asyncapi: 2.6.0{REST}".replace("operationId", "operationID"))
    assert api is not None
    assert _codes(report, "warning") == ["unknown-key"]


def test_what_is_misshapen_is_told_all_at_once(read: Read) -> None:
    text = f"asyncapi: 2.6.0{REST}servers: []\ntags: {{}}\nid: [a]\n"
    _, report = read(text)
    assert _codes(report) == ["wrong-type"] * 3
