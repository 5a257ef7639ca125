"""Data that is no message, or is meant to break its reader."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.consuming import Consumer
from tests.server import Server, stream
from tests.streams.events import DONE, chunk, contents, event

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
