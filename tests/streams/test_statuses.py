"""Answers that are no success, and successes that are no event stream."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.consuming import CREDENTIAL, Consumer
from tests.server import EVENT_STREAM, Answer, Server, raw, stream, whole
from tests.streams.events import DONE, chunk

JSON = {"Content-Type": "application/json"}
BOUND = 64 * 1024


@pytest.mark.parametrize(
    ("status", "name"),
    [
        (400, "BadRequestError"),
        (401, "AuthenticationError"),
        (403, "PermissionDeniedError"),
        (404, "NotFoundError"),
        (408, "APIStatusError"),
        (418, "APIStatusError"),
        (422, "APIStatusError"),
        (429, "RateLimitError"),
        (500, "InternalServerError"),
        (503, "InternalServerError"),
        (504, "InternalServerError"),
    ],
)
def test_status_has_its_class(chat: Consumer, status: int, name: str) -> None:
    problem = {"error": {"message": "no such model"}}
    headers = {**JSON, "X-Request-Id": "r-1"}
    with Server(whole(json.dumps(problem).encode(), status=status, headers=headers)) as server:
        outcome = chat(server.url, max_retries=0)
    error = outcome.error
    assert outcome.error_name == name
    assert isinstance(error, chat.package.APIStatusError)
    assert error.status_code == status == error.response.status_code
    assert error.body == problem
    assert error.response.json() == problem
    assert error.request_id == "r-1"
    assert error.request.method == "POST"
    assert error.retryable is (status in (408, 409, 429) or status >= 500)
    assert str(status) in str(error)
    assert "no such model" in str(error)


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (b"", ""),
        (b"<h1>Bad Gateway</h1>", "<h1>Bad Gateway</h1>"),
        (b"caf\xe9", "caf\N{REPLACEMENT CHARACTER}"),
        (b"null", None),
        (b"[" * 100_000, "[" * BOUND),
        (b'{"a": ' + b"9" * 10_000 + b"}", None),
    ],
    ids=["empty", "text", "latin-1", "null", "deep", "huge-number"],
)
def test_body_is_shown_as_it_can_be(chat: Consumer, body: bytes, shown: Any) -> None:
    with Server(whole(body, status=400, headers=JSON)) as server:
        error = chat(server.url).error
    assert type(error).__name__ == "BadRequestError"
    assert len(str(error)) < 2000
    if b"9" not in body:
        assert error.body == shown


def test_body_is_read_to_a_limit(chat: Consumer) -> None:
    endless = [b"x" * 4096] * 5000
    with Server(stream(*endless, status=400, headers=JSON)) as server:
        error = chat(server.url).error
        assert error.body == "x" * BOUND
        assert len(error.response.content) == BOUND
        assert server.wait_until_idle()


def test_body_that_breaks_off_is_shown_as_far_as_it_came(chat: Consumer) -> None:
    with Server(stream(b"quota exc", "close", status=403, headers=JSON)) as server:
        error = chat(server.url).error
    assert type(error).__name__ == "PermissionDeniedError"
    assert error.body == "quota exc"


def test_request_id_has_two_names(chat: Consumer) -> None:
    with Server(whole(status=400, headers={"Request-Id": "r-2"})) as server:
        assert chat(server.url).error.request_id == "r-2"
    with Server(stream(DONE, headers={**EVENT_STREAM, "X-Request-Id": "r-3"})) as server:
        assert chat(server.url).stream.request_id == "r-3"
    with Server(stream(DONE)) as server:
        assert chat(server.url).stream.request_id is None


@pytest.mark.parametrize("status", [300, 301, 302, 303, 304, 307, 308])
def test_redirect_to_another_origin_is_not_followed(chat: Consumer, status: int) -> None:
    with Server(stream(chunk(), DONE)) as other:
        headers = {"Location": f"{other.url}/chat/completions"}
        with Server(whole(status=status, headers=headers)) as server:
            outcome = chat(server.url)
        assert outcome.error_name == "APIStatusError"
        assert outcome.error.status_code == status
        assert not other.connections


@pytest.mark.parametrize("status", [301, 302, 303])
def test_redirect_that_changes_the_method_is_not_followed(chat: Consumer, status: int) -> None:
    moved = whole(status=status, headers={"Location": "/elsewhere"})
    with Server(moved, stream(chunk(), DONE)) as server:
        assert chat(server.url).error.status_code == status
        assert len(server.requests) == 1


@pytest.mark.parametrize("status", [307, 308])
@pytest.mark.parametrize("location", ["/elsewhere?x=1", "{url}/elsewhere?x=1", "elsewhere?x=1"])
def test_redirect_within_the_origin(chat: Consumer, status: int, location: str) -> None:
    def move(_: Any) -> Answer:
        return whole(status=status, headers={"Location": location.format(url=server.url)})

    with Server(move, stream(chunk(), DONE)) as server:
        outcome = chat(server.url, body={"model": "m"})
        assert not outcome.error
        first, second = server.requests
    assert second.target.split("/")[-1] == "elsewhere?x=1"
    assert second.method == "POST"
    assert second.body == first.body
    assert json.loads(second.body) == {"model": "m", "stream": True}
    assert second.headers["authorization"] == first.headers["authorization"] == f"Bearer {CREDENTIAL}"
    assert second.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    "location", ["", "http://[", "http://127.0.0.1:99999/", "//", "file:///etc/passwd", "\x7f"]
)
def test_redirect_to_nowhere(chat: Consumer, location: str) -> None:
    with Server(whole(status=307, headers={"Location": location})) as server:
        outcome = chat(server.url)
    assert outcome.error_name == "APIStatusError"
    assert outcome.error.status_code == 307


def test_redirects_without_end(chat: Consumer) -> None:
    with Server(whole(status=307, headers={"Location": "/again"})) as server:
        outcome = chat(server.url)
        assert outcome.error.status_code == 307
        assert len(server.requests) <= 20


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/json", b'{"error": {"message": "bad key"}}'),
        ("text/html", b"<p>bad key</p>"),
        ("text/event-streaming", b"bad key"),
        ("application/json; note=text/event-stream", b'"bad key"'),
        ("", b"bad key"),
    ],
)
def test_success_that_is_no_stream(chat: Consumer, content_type: str, body: bytes) -> None:
    with Server(whole(body, headers={"Content-Type": content_type})) as server:
        outcome = chat(server.url)
        assert len(server.requests) == 1
    error = outcome.error
    assert outcome.error_name == "NotAnEventStreamError"
    assert error.content_type == content_type
    assert "bad key" in str(error)
    assert "bad key" in str(error.body)
    assert error.response.status_code == 200
    assert outcome.stream.ended == "error"


def test_success_that_is_no_stream_is_read_to_a_limit(chat: Consumer) -> None:
    with Server(stream(*[b"x" * 4096] * 5000, headers=JSON)) as server:
        error = chat(server.url).error
        assert error.body == "x" * BOUND
        assert server.wait_until_idle()


@pytest.mark.parametrize(
    "content_type",
    [
        "text/event-stream; charset=iso-8859-1",
        'Text/Event-Stream;charset="zlib_codec"',
        " text/event-stream ;x",
    ],
)
def test_content_type_may_have_parameters(chat: Consumer, content_type: str) -> None:
    with Server(stream(chunk("é"), DONE, headers={"Content-Type": content_type})) as server:
        outcome = chat(server.url)
    assert not outcome.error
    assert outcome.messages[0].choices[0].delta.content == "é"


@pytest.mark.parametrize("status", [204, 205])
def test_success_without_content(chat: Consumer, status: int) -> None:
    with Server(whole(status=status, headers=EVENT_STREAM)) as server:
        outcome = chat(server.url)
    assert outcome.error_name == "NotAnEventStreamError"
    assert not outcome.messages


@pytest.mark.parametrize(
    "answer",
    [
        stream(b'{"error": {"message": "bad key"}}'),
        stream(b'{"error":', b' {"message": "bad key"}}\n'),
        stream(b'{\n  "error": "bad key"\n}\n'),
        stream(b'error: {"message": "bad key"}\n\n', DONE),
        stream(b": hello\n\n", b"<p>bad key</p>\n\n"),
    ],
    ids=["one-line", "in-pieces", "indented", "error-field", "html"],
)
def test_body_without_a_field(chat: Consumer, answer: Answer) -> None:
    with Server(answer) as server:
        outcome = chat(server.url)
    assert outcome.error_name == "NotAnEventStreamError"
    assert outcome.error.content_type == "text/event-stream"
    assert "bad key" in str(outcome.error)


def test_unknown_fields_are_no_fault_of_a_stream_with_messages(chat: Consumer) -> None:
    with Server(stream(b"x-note: hello\n", chunk(), DONE)) as server:
        assert not chat(server.url).error


def test_answer_in_an_old_protocol(chat: Consumer) -> None:
    head = b"HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
    with Server(raw(head, chunk(), DONE, "close")) as server:
        outcome = chat(server.url)
        assert not outcome.error
        assert len(outcome.messages) == 1
    with Server(raw(head, chunk(), "close")) as server:
        assert chat(server.url).error_name == "StreamTruncatedError"


def test_interim_answers_are_passed_over(chat: Consumer) -> None:
    hints = b"HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n"
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
    with Server(raw(hints, 0.02, head, chunk(), DONE, "close")) as server:
        assert not chat(server.url).error
