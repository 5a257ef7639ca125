"""Redirects: 307 and 308 within the origin are followed, nothing else is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.consuming import CREDENTIAL, Consumer
from tests.server import Answer, Server, stream, whole
from tests.streams.events import DONE, chunk


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
    assert (
        second.headers["authorization"] == first.headers["authorization"] == f"Bearer {CREDENTIAL}"
    )
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
