"""Events without end, and data that is meant to break its reader."""

from __future__ import annotations

import json
import tracemalloc
from typing import Any

import pytest

from tests.consuming import Consumer, Outcome
from tests.server import Server, Step, stream
from tests.streams.events import DONE, chunk, contents, event

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
        assert peak < 8 * LIMIT


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


HOSTILE = {
    "digits": b'{"created": ' + b"9" * 10_000 + b"}",
    "deep-arrays": b"[" * 100_000 + b"]" * 100_000,
    "deep-objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "deep-in-a-field": b'{"choices": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "deep-in-an-unknown-field": b'{"id": "1", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "deep-and-open": b'{"id": "1", "x": ' + b"[" * 100_000,
    "nan": b'{"created": NaN}',
    "infinity": b'{"id": "1", "x": -Infinity}',
    "two-values": b"{}{}",
    "trailing-comma": b'{"id": "1",}',
    "single-quotes": b"{'id': '1'}",
    "byte-order-mark": b'\xef\xbb\xbf{"id": "1"}',
    "no-break-space": '\N{NO-BREAK SPACE}{"id": "1"}'.encode(),
    "comment": b'{"id": "1" /* x */}',
    "leading-zero": b'{"created": 01}',
    "control-character": b'{"id": "a\x01b"}',
    "bad-escape": b'{"id": "\\x41"}',
    "array": b"[]",
    "number": b"5",
    "text": b'"text"',
    "null": b"null",
    "true": b"true",
    "other-object": b'{"some": "thing"}',
    "empty-object": b"{}",
}


@pytest.mark.parametrize("validation", ["lenient", "strict"])
@pytest.mark.parametrize("case", HOSTILE)
def test_data_that_is_no_message(chat: Consumer, case: str, validation: str) -> None:
    data = b"data: " + HOSTILE[case] + b"\n\n"
    with Server(stream(chunk("a"), data, chunk("b"), DONE)) as server:
        outcome = chat(server.url, go_on=True, validation=validation)
    assert outcome.error is None
    assert contents(outcome.messages) == ["a", "b"]
    (error,) = outcome.passed_over
    assert isinstance(error, chat.package.EventDecodeError)
    assert error.event.data.encode() == HOSTILE[case]
    assert error.received == 1
    assert len(str(error)) < 2000
    assert outcome.stream.stats.undecodable == 1
    assert outcome.stream.stats.events == 3
    assert outcome.stream.ended == "terminator"


@pytest.mark.parametrize("case", HOSTILE)
def test_data_that_is_no_message_may_be_skipped(
    chat: Consumer, case: str, caplog: pytest.LogCaptureFixture
) -> None:
    data = b"data: " + HOSTILE[case] + b"\n\n"
    with Server(stream(chunk("a"), data, chunk("b"), DONE)) as server:
        outcome = chat(server.url, undecodable="skip")
    assert outcome.error is None
    assert contents(outcome.messages) == ["a", "b"]
    assert outcome.stream.stats.undecodable == 1
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert len(caplog.text) < 3000


def test_half_a_surrogate_pair(chat: Consumer) -> None:
    """A cut in a text sends it; the rest of the message isn't to be lost for that."""
    data = chunk("@").replace(b"@", b"a\\ud83d")
    with Server(stream(data, chunk("b"), DONE)) as server:
        outcome = chat(server.url)
    assert outcome.error is None
    assert outcome.messages[0].choices[0].delta.content in ("a\ufffd", "a\ud83d")
    assert outcome.messages[0].model_dump_json()
    assert type(outcome.messages[0].choices[0]).__name__ == "ChatCompletionChunkChoice"


def test_of_equal_keys_the_last_wins(chat: Consumer) -> None:
    for created in ("1", '"now"'):  # as its schema says, and otherwise
        data = chunk("a", created=5).replace(
            b'"created": 5', f'"created": 5, "created": {created}'.encode()
        )
        with Server(stream(data, DONE)) as server:
            outcome = chat(server.url)
        assert outcome.messages[0].created == json.loads(created)


@pytest.mark.parametrize("number", [2**63, -(2**63), 10**300, 1752978879176])
def test_large_integers_are_exact(chat: Consumer, number: int) -> None:
    with Server(stream(chunk("a", created=number, x=[number]), DONE)) as server:
        outcome = chat(server.url)
    assert outcome.messages[0].created == number
    assert outcome.messages[0].x == [number]
    assert json.loads(outcome.messages[0].model_dump_json(exclude_unset=True))["created"] == number


@pytest.mark.parametrize("number", ["1e400", "-1e400", f"0.{'9' * 10_000}", "1e-400"])
def test_numbers_that_no_float_holds(chat: Consumer, number: str) -> None:
    data = chunk("a", created=5).replace(b'"created": 5', f'"created": {number}'.encode())
    with Server(stream(data, DONE)) as server:
        outcome = chat(server.url, go_on=True)
    assert outcome.error is None
    assert len(outcome.messages) + len(outcome.passed_over) == 1


@pytest.mark.parametrize("data", [b"data:\n\n", b"data: \t \n\n", b"data\ndata\n\n"])
def test_blank_data_is_skipped(chat: Consumer, data: bytes) -> None:
    with Server(stream(data, chunk("a"), data, DONE)) as server:
        outcome = chat(server.url)
    assert contents(outcome.messages) == ["a"]
    assert outcome.stream.stats.undecodable == 0


def test_nothing_is_coerced(harbour: Consumer) -> None:
    values: list[Any] = [5, None, -1]
    with Server(stream(*map(event, ["5", "null", "-1"]), DONE)) as server:
        assert harbour(server.url, method="stream_levels").messages == values
    with Server(stream(*map(event, ['"5"', "true", "5.5", "[]", "{}"]), DONE)) as server:
        outcome = harbour(server.url, method="stream_levels", go_on=True)
    assert outcome.messages == ["5", True, 5.5, [], {}]
    assert outcome.stream.stats.drift == 5
