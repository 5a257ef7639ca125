"""What is sent: method, URL, headers and body."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qsl, unquote

import pytest

from tests.consuming import CREDENTIAL, Consumer
from tests.server import Server, stream
from tests.streams.events import DONE, chunk
from tests.streams.sending import sent


def test_what_every_stream_asks_for(chat: Consumer) -> None:
    request = sent(chat, body={"model": "m"})
    assert request.method == "POST"
    assert request.target == "/chat/completions"
    headers = request.headers
    assert headers["accept"] == "text/event-stream"
    assert headers["accept-encoding"] == "identity"
    assert headers["cache-control"] == "no-cache"
    assert headers["content-type"] == "application/json"
    assert headers["authorization"] == f"Bearer {CREDENTIAL}"
    assert headers["user-agent"]
    assert "last-event-id" not in headers
    assert json.loads(request.body) == {"model": "m", "stream": True}


def test_get_has_no_body(harbour: Consumer) -> None:
    request = sent(harbour, method="follow_berth", berth="7", reconnect=False)
    assert request.method == "GET"
    assert request.body == b""
    assert "content-type" not in request.headers
    assert "content-length" not in request.headers
    assert "authorization" not in request.headers


@pytest.mark.parametrize("path", ["", "/", "/v2", "/v2/", "/a%20b/c"])
def test_base_url_replaces_the_whole_url_of_the_server(chat: Consumer, path: str) -> None:
    assert sent(chat, path).target == f"{path.rstrip('/')}/chat/completions"


@pytest.mark.parametrize(
    "url",
    [
        *("", "example.com", "ftp://example.com", "file:///etc/passwd", "http://", "https://[::1"),
        *("http://user:password@example.com", "http://example.com/?key=1", "http://example.com/#x"),
        *("javascript:alert(1)", "//example.com"),
    ],
)
def test_base_url_that_cannot_be_used(package: Any, url: str) -> None:
    with pytest.raises(ValueError, match="base_url") as caught:
        package.Client("k", base_url=url)
    assert "password" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    ["http://a..b", f"http://{'a' * 64}.b", "http://127.0.0.1:99999", "http://a b", "http://["],
)
def test_host_that_cannot_be_looked_up(chat: Consumer, url: str) -> None:
    """It is refused with the URL, or fails as a connection does."""
    try:
        failed = chat(url, max_retries=0).error
    except ValueError as refused:
        failed = refused
    assert isinstance(failed, ValueError | chat.package.APIConnectionError)
    assert not isinstance(failed, UnicodeError)


def test_headers_are_merged_whatever_their_case(chat: Consumer) -> None:
    client = {"headers": {"X-One": "client", "X-Two": "client", "user-agent": "mine"}}
    request = sent(chat, client=client, headers={"x-two": "call", "ACCEPT": "text/plain"})
    assert request.headers["x-one"] == "client"
    assert request.headers["x-two"] == "call"
    assert request.headers["user-agent"] == "mine"
    assert request.headers["accept"] == "text/plain"


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "a\nb", "a\0b", "é", "🦀"])
def test_header_that_cannot_be_sent(chat: Consumer, value: str) -> None:
    with Server(stream(DONE)) as server, pytest.raises(ValueError, match="X-One") as caught:
        chat(server.url, headers={"X-One": value})
    assert value not in str(caught.value)
    assert not server.requests


@pytest.mark.parametrize("name", ["X One", "X:One", "", "X\r\nOne", "É"])
def test_header_whose_name_cannot_be_sent(chat: Consumer, name: str) -> None:
    with Server(stream(DONE)) as server:
        with pytest.raises(ValueError):  # noqa: PT011 - that it is one is all that is promised
            chat(server.url, headers={name: "1"})
        assert not server.requests


@pytest.mark.parametrize("berth", ["a b", "a/b", "é", "a?b#c", "a%2Fb", "..a", "a+b&c=d", ";,@:"])
def test_path_parameter_is_encoded(harbour: Consumer, berth: str) -> None:
    target = sent(harbour, method="follow_berth", berth=berth, reconnect=False).target
    segments = target.partition("?")[0].split("/")
    assert segments[1] == "berths"
    assert unquote(segments[2]) == berth
    assert segments[3:] == ["events"]
    assert "?" not in segments[2]


@pytest.mark.parametrize("berth", ["", ".", "..", None, "../x"])
def test_path_parameter_that_would_lead_elsewhere(harbour: Consumer, berth: Any) -> None:
    with Server(stream(DONE)) as server:
        if berth == "../x":  # one segment, as its slash is encoded
            assert (
                "%2F" in sent(harbour, method="follow_berth", berth=berth, reconnect=False).target
            )
            return
        with pytest.raises((ValueError, TypeError)):
            harbour(server.url, method="follow_berth", berth=berth)
        assert not server.requests


def test_slash_stays_where_the_document_shows_one(harbour: Consumer) -> None:
    request = sent(harbour, method="tail_file", path="logs/a b/x", reconnect=False)
    assert request.target == "/files/logs/a%20b/x/lines"


@pytest.mark.parametrize("path", ["../x", "a/../x", "a/./x", "a//x", "/x", "x/", "..", "a/.."])
def test_slash_does_not_lead_elsewhere(harbour: Consumer, path: str) -> None:
    with Server(stream(DONE)) as server:
        with pytest.raises(ValueError, match="path"):
            harbour(server.url, method="tail_file", path=path)
        assert not server.requests


def test_query_parameters(harbour: Consumer) -> None:
    options: dict[str, Any] = {"method": "follow_berth", "berth": "7", "reconnect": False}
    fixed = sent(harbour, **options).target
    assert fixed == "/berths/7/events?feed=events"
    more = {"kinds": ["a b", "c&d"], "limit": 0, "query": {"x": "é", "feed": "own", "none": None}}
    target = sent(harbour, **options, **more).target
    fields = parse_qsl(target.partition("?")[2])
    assert sorted(fields) == sorted(
        [("limit", "0"), ("kinds", "a b"), ("kinds", "c&d"), ("x", "é"), ("feed", "own")]
    )


@pytest.mark.parametrize(
    "options",
    [{"validation": "loose"}, {"undecodable": "ignore"}, {"max_retries": -1}],
    ids=lambda options: next(iter(options)),
)
def test_option_that_makes_no_sense(package: Any, options: dict[str, Any]) -> None:
    """An error where it was written; or it is never noticed, but never a crash later."""
    with (
        Server(stream(chunk(), DONE)) as server,
        package.Client("k", base_url=server.url) as client,
    ):
        try:
            messages = client.stream_chat_completion_chunks({}, **options)
        except (TypeError, ValueError):
            return
        assert len(list(messages)) == 1


def test_url_of_another_call(harbour: Consumer) -> None:
    with Server(stream(b'data: {"text": "a"}\n\n')) as server:
        url = f"{server.url}/logs/1?sig=a%2Fb&x=1"
        outcome = harbour("http://127.0.0.1:1", method="read_log", url=url)
        assert not outcome.error
        assert server.requests[0].target == "/logs/1?sig=a%2Fb&x=1"


@pytest.mark.parametrize("url", ["", "/logs/1", "ftp://x/y", "http://u:p@x/y", "x"])
def test_url_that_cannot_be_used(harbour: Consumer, url: str) -> None:
    with pytest.raises(ValueError, match="url"):
        harbour("http://127.0.0.1:1", method="read_log", url=url)
