"""Successes that are no event stream."""

from __future__ import annotations

import pytest

from tests.consuming import Consumer
from tests.server import EVENT_STREAM, Answer, Server, stream, whole
from tests.streams.events import DONE, chunk

JSON = {"Content-Type": "application/json"}
BOUND = 64 * 1024


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
