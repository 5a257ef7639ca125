"""Answers that are no success, and successes that are no event stream."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.consuming import Consumer
from tests.server import EVENT_STREAM, Server, stream, whole
from tests.streams.events import DONE

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


@pytest.mark.parametrize("charset", ["rot13", "hex", "undefined", "idna", "no-such"])
def test_charset_that_no_text_can_have(chat: Consumer, charset: str) -> None:
    headers = {"Content-Type": f"text/plain; charset={charset}"}
    with Server(whole(b"no\xff.", status=400, headers=headers)) as server:
        error = chat(server.url).error
    assert type(error).__name__ == "BadRequestError"
    assert error.body == "no\N{REPLACEMENT CHARACTER}."
