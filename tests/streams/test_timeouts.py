"""Limits: each kind, where it runs from, and what counts as life."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.consuming import Consumer, Kind, Outcome
from tests.server import Answer, Server, Step, raw, stream, whole
from tests.streams.events import DONE, chunk

HEAD = b"HTTP/1.1 200 OK\r\n"
SLACK = 1.5
"""By how much a limit may be missed here, where other processes are busy, too."""


def dripping(piece: bytes, *before: Step, pause: float = 0.04) -> tuple[Step, ...]:
    """A piece sent again and again for longer than any limit here."""
    again: tuple[Step, ...] = (piece, pause)
    return (*before, *again * 100)


def assert_timed_out(outcome: Outcome, kind: str, limit: float) -> None:
    assert outcome.error_name == "APITimeoutError", outcome.error
    assert outcome.error.kind == kind
    assert kind in str(outcome.error)
    assert limit - 0.05 <= outcome.seconds < limit + SLACK
    assert outcome.error_again is outcome.error
    assert outcome.stream.ended == "error"


@pytest.mark.parametrize(
    "answer",
    [
        raw("hold"),
        raw(*dripping(b"X-Drip: x\r\n", HEAD)),
        stream("hold"),
        stream(*dripping(b": still here\n\n")),
        stream(*dripping(b": x\n", b"data: [DO")),
        stream(*dripping(b"\n")),
    ],
    ids=["no-head", "dripping-head", "no-body", "comments", "unfinished-event", "blank-lines"],
)
def test_first_event_does_not_come(chat: Consumer, answer: Answer) -> None:
    timeout = chat.package.Timeout(first_event=0.2)
    with Server(answer) as server:
        outcome = chat(server.url, timeout=timeout, max_retries=0)
        assert_timed_out(outcome, "first_event", 0.2)
        assert server.wait_until_idle()


def test_dripping_body_of_an_error(chat: Consumer) -> None:
    head = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 100000\r\n\r\n"
    timeout = chat.package.Timeout(first_event=0.2)
    with Server(raw(*dripping(b"x", head))) as server:
        outcome = chat(server.url, timeout=timeout, max_retries=0)
        assert outcome.error_name == "BadRequestError"
        assert outcome.seconds < 0.2 + SLACK


def test_first_event_does_not_limit_what_follows(chat: Consumer) -> None:
    timeout = chat.package.Timeout(first_event=0.2, idle=2)
    with Server(stream(chunk(), 0.4, chunk(), DONE)) as server:
        assert not chat(server.url, timeout=timeout).error


@pytest.mark.parametrize(
    "answer",
    [stream(chunk(), "hold"), stream(chunk(), b"data: {", 0.1, b'"id"', "hold")],
    ids=["after-an-event", "within-an-event"],
)
def test_stream_falls_silent(chat: Consumer, answer: Answer) -> None:
    timeout = chat.package.Timeout(idle=0.2)
    with Server(answer) as server:
        outcome = chat(server.url, timeout=timeout)
        assert_timed_out(outcome, "idle", 0.2 + 0.1 * (len(answer.steps) > 2))
        assert outcome.error.received == 1
        assert len(server.requests) == 1
        assert server.wait_until_idle()


def test_comments_are_life(chat: Consumer) -> None:
    comments: list[Step] = [b":\n\n", 0.1] * 5
    with Server(stream(chunk(), *comments, DONE)) as server:
        assert not chat(server.url, timeout=chat.package.Timeout(idle=0.4)).error


@pytest.mark.parametrize(
    "answer",
    [
        stream(*dripping(chunk())),
        stream(*dripping(b": x\n\n")),
        raw(*dripping(b"X-Drip: x\r\n", HEAD)),
        raw("hold"),
        stream(chunk(), "hold"),
        whole(status=503),
    ],
    ids=["events", "comments", "dripping-head", "no-head", "silence", "retries"],
)
def test_stream_takes_too_long_in_all(chat: Consumer, answer: Answer) -> None:
    timeout = chat.package.Timeout(total=0.25)
    with Server(answer) as server:
        outcome = chat(server.url, timeout=timeout, max_retries=50)
        assert_timed_out(outcome, "total", 0.25)
        assert server.wait_until_idle()


def test_caller_who_takes_longer_than_the_server_may(kind: Kind, chat: Consumer) -> None:
    timeout = chat.package.Timeout(first_event=0.1, idle=0.1)
    pieces: list[Step] = [chunk(), 0.02] * 3
    with Server(stream(*pieces, DONE)) as server:
        assert _slowly(kind, chat.package, server.url, timeout) == 3


def _slowly(kind: Kind, package: Any, url: str, timeout: Any) -> int:
    """Take messages after a pause before each, the first included."""
    if kind == "sync":
        received = 0
        with (
            package.Client("k", base_url=url, timeout=timeout) as client,
            client.stream_chat_completion_chunks({}) as messages,
        ):
            time.sleep(0.15)
            for _ in messages:
                received += 1
                time.sleep(0.15)
        return received

    async def consume() -> int:
        received = 0
        async with (
            package.AsyncClient("k", base_url=url, timeout=timeout) as client,
            client.stream_chat_completion_chunks({}) as messages,
        ):
            await asyncio.sleep(0.15)
            async for _ in messages:
                received += 1
                await asyncio.sleep(0.15)
        return received

    return asyncio.run(consume())


def test_number_limits_every_phase_but_not_the_whole(chat: Consumer) -> None:
    with Server(stream(*dripping(chunk())[:20], DONE)) as server:
        assert not chat(server.url, timeout=0.3).error
    with Server(stream("hold")) as server:
        assert_timed_out(chat(server.url, timeout=0.2), "first_event", 0.2)
    with Server(stream(chunk(), "hold")) as server:
        assert_timed_out(chat(server.url, client={"timeout": 0.2}), "idle", 0.2)


def test_none_is_no_limit(chat: Consumer) -> None:
    timeout = chat.package.Timeout(connect=None, first_event=None, idle=None, total=None)
    with Server(stream(0.1, chunk(), 0.1, DONE)) as server:
        assert not chat(server.url, timeout=timeout).error
        assert not chat(server.url, timeout=None, client={"timeout": 0.05}).error


def test_timeout_of_the_method_replaces_that_of_the_client(chat: Consumer) -> None:
    with Server(stream("hold")) as server:
        outcome = chat(server.url, client={"timeout": 30}, timeout=0.2)
        assert_timed_out(outcome, "first_event", 0.2)


@pytest.fixture
def full_listener() -> Iterator[str]:
    """A server that takes no more connections: what asks for one waits."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as listener:
        address = listener.getsockname()
        waiting = [socket.socket() for _ in range(3)]
        for it in waiting:
            it.setblocking(False)
            it.connect_ex(address)
        yield f"http://127.0.0.1:{address[1]}"
        for it in waiting:
            it.close()


def test_connection_does_not_come(chat: Consumer, full_listener: str) -> None:
    timeout = chat.package.Timeout(connect=0.2)
    outcome = chat(full_listener, timeout=timeout, max_retries=0)
    assert_timed_out(outcome, "connect", 0.2)


def test_handshake_does_not_come(chat: Consumer) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:  # connects, and says nothing
        url = f"https://127.0.0.1:{listener.getsockname()[1]}"
        outcome = chat(url, timeout=chat.package.Timeout(connect=0.2), max_retries=0)
    assert_timed_out(outcome, "connect", 0.2)


def test_defaults_leave_room_for_models_that_think(chat: Consumer) -> None:
    timeout = chat.package.Timeout()
    assert timeout.connect <= 60
    assert timeout.first_event >= 300
    assert timeout.idle >= 60
    assert timeout.total is None
