"""The parser and its events, as a caller uses them; the standard itself is in tests/conformance."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given, settings

from tests.conformance.differential import streams


@settings(max_examples=150, deadline=None)
@given(stream=streams)
def test_event_encodes_to_a_block_that_says_the_same(package: Any, stream: bytes) -> None:
    for event in package.parser.EventStreamParser().feed(stream):
        assert package.parser.EventStreamParser().feed(event.encode()) == [event]


def test_events_encode_one_after_another(package: Any) -> None:
    event = package.ServerSentEvent
    events = [event("message", "a\n\nb"), event("x", " y", "1", 0), event("x", "", "1")]
    body = b"".join(it.encode() for it in events)
    assert package.parser.EventStreamParser().feed(body) == events


@pytest.mark.parametrize("name", ["event", "data", "id", "retry"])
def test_event_is_a_value(package: Any, name: str) -> None:
    first, second = (package.ServerSentEvent("a", "b", "c", 4) for _ in range(2))
    assert first == second
    assert hash(first) == hash(second)
    assert pickle.loads(pickle.dumps(first)) == first  # noqa: S301 - it is our own
    assert f"{name}=" in repr(first)
    with pytest.raises(AttributeError):
        setattr(first, name, "x")


def test_fresh_parser_knows_nothing(package: Any) -> None:
    parser = package.parser.EventStreamParser()
    assert parser.feed(b"") == []
    assert parser.last_event_id == ""
    assert parser.reconnection_time is None


def test_event_that_is_too_large(package: Any) -> None:
    parser = package.parser.EventStreamParser(max_event_size=10)
    assert len(parser.feed(b"data: a\n\ndata: b\n\ndata: " + b"x" * 20)) == 2
    for _ in range(2):
        with pytest.raises(package.EventTooLargeError):
            parser.feed(b"\n\n")
    fresh = package.parser.EventStreamParser(max_event_size=10)
    with pytest.raises(package.EventTooLargeError):
        fresh.feed(b"data: " + b"x" * 20)


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_limit_is_the_same_however_the_stream_is_cut(package: Any, size: int) -> None:
    stream = b"event: x\ndata: 12345\n\n" * 3 + b"data: 1234567890123456\n\ndata: x\n\n"
    counted: list[int] = []
    for limit in range(1, 40):
        events, whole = list[Any](), list[Any]()
        parser = package.parser.EventStreamParser(max_event_size=limit)
        try:
            whole += parser.feed(stream)
            whole += parser.feed(b"")
        except package.EventTooLargeError:
            pass
        parser = package.parser.EventStreamParser(max_event_size=limit)
        try:
            for at in range(0, len(stream), size):
                events += parser.feed(stream[at : at + size])
        except package.EventTooLargeError:
            pass
        assert events == whole, limit
        counted.append(len(events))
    assert counted == sorted(counted)
    assert (counted[0], counted[-1]) == (0, 5)


def test_work_is_linear_however_small_the_pieces_are(package: Any) -> None:
    """Squared, it would take minutes."""
    parser = package.parser.EventStreamParser()
    for _ in range(50_000):
        parser.feed(b"x" * 16)
    parser.feed(b"\ndata: ")
    for _ in range(50_000):
        parser.feed(b"x" * 16)
    (event,) = parser.feed(b"\n\n")
    assert len(event.data) == 800_000


def test_reconnection_time_may_begin_with_zeros(package: Any) -> None:
    parser = package.parser.EventStreamParser()
    assert not parser.feed(b"retry: " + b"0" * 30 + b"7\n")
    assert parser.reconnection_time == 7
