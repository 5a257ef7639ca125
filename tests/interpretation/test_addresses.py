"""What a channel's key says about path, query and parameters."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.intermediate import Api

Read = Callable[[str], tuple[Api | None, Report]]


def _document(key: str, url: str = "api.example.com/v1", channel: str = "") -> str:
    return f"""
asyncapi: 2.6.0
info: {{title: T, version: '1'}}
servers: {{main: {{url: '{url}', protocol: https}}}}
channels:
  "{key}":
    bindings: {{x-sse: {{}}, http: {{method: GET}}}}
    {channel}
    subscribe: {{operationId: o, message: {{payload: {{type: object}}}}}}
"""


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("/chat/completions", "/chat/completions"),
        ("chat/completions", "/chat/completions"),
        ("events", "/events"),
        ("/v1/chat", "/chat"),
        ("v1/chat", "/chat"),
        ("/v2/chat", "/v2/chat"),
        ("/chat#stream", "/chat"),
        ("/{model}:streamGenerate", "/{model}:streamGenerate"),
        ("{+model}/stream", "/{model}/stream"),
        ("/chat/ü", "/chat/%C3%BC"),
        ("predictions.stream", None),
        ("order created", None),
        ("/", "/"),
    ],
)
def test_paths(read: Read, key: str, path: str | None) -> None:
    api, report = read(_document(key))
    assert api is not None, list(report)
    assert api.operations[0].path == path


@pytest.mark.parametrize(
    "key",
    [
        "https://evil.example/steal",
        "//evil.example/steal",
        "HTTP:/evil.example",
        "/../../admin",
        "/a/%2e%2e/b",
        "..",
        "/a\\r\\nX: 1",
        "/a b",
        "/{id",
    ],
)
def test_what_leaves_the_server_is_refused(read: Read, key: str) -> None:
    api, report = read(_document(key))
    assert api is None
    assert [diagnostic.code for diagnostic in report] == ["invalid-channel"]


def test_a_path_that_prose_calls_an_answer_of_another_call(read: Read) -> None:
    prose = "description: 'Returned per prediction as `urls.stream`.'"
    api, _ = read(_document("predictions/stream", channel=prose))
    assert api is not None
    assert api.operations[0].path is None


def test_a_base_path_is_repeated_once(read: Read) -> None:
    api, _ = read(_document("/beta/completions", url="https://x.com/{a}/beta"))
    assert api is not None
    assert api.operations[0].path == "/completions"


def test_servers_that_disagree_about_the_repetition(read: Read) -> None:
    text = _document("/v1/chat").replace(
        "protocol: https}", "protocol: https}, other: {url: x.com, protocol: https}"
    )
    api, report = read(text)
    assert api is not None
    assert api.operations[0].path == "/v1/chat"
    assert "repeated-base-path" in {one.code for one in report if one.severity == "warning"}


def test_a_query_in_the_key(read: Read) -> None:
    parameters = "parameters: {limit: {schema: {type: integer}}}"
    api, report = read(_document("/events?feed=sse&max={limit}", channel=parameters))
    assert api is not None
    feed, limit = api.operations[0].parameters
    assert (feed.name, feed.location, feed.schema.values) == ("feed", "query", ("sse",))
    assert (limit.name, limit.location, limit.schema.type) == ("max", "query", "integer")
    assert "query-in-channel" in {diagnostic.code for diagnostic in report}


def test_rfc_6570_query_expressions(read: Read) -> None:
    api, _ = read(_document("/events{?since,limit}"))
    assert api is not None
    assert [one.name for one in api.operations[0].parameters] == ["since", "limit"]
    assert api.operations[0].path == "/events"
