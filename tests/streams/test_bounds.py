"""Events without end, and data that is meant to break its reader."""

from __future__ import annotations

import tracemalloc

import pytest

from tests.consuming import Consumer, Outcome
from tests.server import Server, Step, stream
from tests.streams.events import DONE, chunk, contents

MEBIBYTE = 1024 * 1024
LIMIT = MEBIBYTE // 8


def endless(piece: bytes) -> tuple[Step, ...]:
    """2 MiB of a piece of 4 KiB: without end, for the limits here."""
    return (piece,) * 512


LINE = endless(b"x" * 4096)
ENDLESS: dict[str, tuple[Step, ...]] = {
    "data-line": (b"data: ", *LINE),
    "unknown-line": LINE,
    "name-line": (b"data", *LINE),
    "event-line": (b"event: ", *LINE),
    "id-line": (b"id: ", *LINE),
    "data-lines": endless(b"data: xxxxxxxxx\n" * 256),
    "empty-data-lines": endless(b"data\n" * 819 + b"data\n"[:1]),
    "unknown-lines": (b"data: x\n", *endless(b"unknown: xxxxxx\n" * 256)),
    "id-lines": endless(b"id: xxxxxxxxxxx\n" * 256),
    "retry-digits": (b"retry: ", *endless(b"1" * 4096)),
    "one-chunk": (b"data: " + b"x" * (2 * MEBIBYTE),),
}


def traced(consumer: Consumer, url: str, limit: int) -> tuple[Outcome, int]:
    """What comes of a stream, and the most memory that was in use meanwhile."""
    consumer(url, client={"max_event_size": limit})  # so that all is imported
    tracemalloc.start()
    try:
        outcome = consumer(url, client={"max_event_size": limit})
        return outcome, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("case", ENDLESS)
def test_event_that_is_larger_than_the_limit(chat: Consumer, case: str) -> None:
    with Server(stream(chunk("a"), *ENDLESS[case])) as server:
        outcome, peak = traced(chat, server.url, LIMIT)
    assert outcome.error_name == "EventTooLargeError"
    assert str(LIMIT) in str(outcome.error)
    assert outcome.error.received == 1
    assert outcome.error_again is outcome.error
    assert contents(outcome.messages) == ["a"]
    if case != "one-chunk":  # which the server has in its memory
        assert peak < 10 * LIMIT


def test_event_just_within_the_limit(chat: Consumer) -> None:
    body = chunk("x" * 5000)
    size = len(body) - 2  # without its line ends
    with Server(stream(body, body, DONE)) as server:
        assert not chat(server.url, client={"max_event_size": size + 2}).error
        assert (
            chat(server.url, client={"max_event_size": size - 8}).error_name == "EventTooLargeError"
        )


def test_events_before_the_limit_are_delivered_first(chat: Consumer) -> None:
    body = chunk("a") + chunk("b") + b"data: " + b"x" * 3000
    with Server(stream(body, "hold")) as server:
        outcome = chat(server.url, client={"max_event_size": 1000})
    assert contents(outcome.messages) == ["a", "b"]
    assert outcome.error_name == "EventTooLargeError"


def test_events_before_the_limit_may_end_the_stream(chat: Consumer) -> None:
    with Server(stream(chunk("a") + DONE + b"data: " + b"x" * 3000)) as server:
        outcome = chat(server.url, client={"max_event_size": 1000})
    assert outcome.error is None
    assert outcome.stream.ended == "terminator"


def test_many_small_events_are_no_large_one(chat: Consumer) -> None:
    with Server(stream(chunk() * 200, *[chunk()] * 200, DONE)) as server:
        outcome = chat(server.url, client={"max_event_size": 1000})
    assert outcome.error is None
    assert len(outcome.messages) == 400


@pytest.mark.parametrize(
    "comments",
    [endless(b": " + b"x" * 4093 + b"\n"), (b": ", *LINE, b"\n"), endless(b":\n" * 256)],
    ids=["lines", "one-line", "empty"],
)
def test_comments_are_neither_held_nor_counted(chat: Consumer, comments: tuple[Step, ...]) -> None:
    with Server(stream(b"event: message\n", *comments, chunk("a"), DONE)) as server:
        outcome, peak = traced(chat, server.url, 1000)
    assert outcome.error is None
    assert contents(outcome.messages) == ["a"]
    assert peak < MEBIBYTE


def test_raw_events_have_the_limit_too(chat: Consumer) -> None:
    with Server(stream(chunk("a"), b"data: ", *LINE)) as server:
        outcome = chat(server.url, client={"max_event_size": 1000}, raw=True)
    assert len(outcome.messages) == 1
    assert outcome.error_name == "EventTooLargeError"


def test_default_limit_is_large_enough_for_any_answer(chat: Consumer) -> None:
    text = "x" * (16 * MEBIBYTE - 1000)
    with Server(stream(chunk(text), DONE)) as server:
        assert contents(chat(server.url).messages) == [text]
