"""Events that the document does not know, and how the known ones are told apart."""

from __future__ import annotations

from typing import Any

import pytest

from tests.consuming import Consumer
from tests.server import Server, stream
from tests.streams.events import DONE, chunk, contents, event

UNKNOWN = [
    event({"type": "ping"}, name="ping"),
    event("no JSON", name="ping"),
    event("", name="ping"),
    event({"some": "thing"}, name="Message"),
]


@pytest.mark.parametrize("unknown", UNKNOWN)
def test_unknown_event_is_passed_over(
    chat: Consumer, unknown: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with Server(stream(unknown, chunk("a"), unknown, unknown, DONE)) as server:
        outcome = chat(server.url, validation="strict")
    assert outcome.error is None
    assert contents(outcome.messages) == ["a"]
    assert outcome.stream.stats.unknown_events == 3
    assert outcome.stream.stats.events == 4
    assert len([record for record in caplog.records if record.levelname == "WARNING"]) == 1


def test_named_event_with_the_properties_of_the_message_is_the_message(chat: Consumer) -> None:
    named = b"event: chunk\n" + chunk("a")
    with Server(stream(named, DONE)) as server:
        outcome = chat(server.url)
    assert contents(outcome.messages) == ["a"]
    assert outcome.stream.stats.unknown_events == 0


@pytest.mark.parametrize(
    "unknown",
    [
        event({"ship": "a"}, name="Arrival"),
        event({"ship": "a"}, name="sunk"),
        event({"text": "a"}, name="delta"),
    ],
)
def test_event_with_a_name_that_the_document_does_not_know(
    harbour: Consumer, unknown: bytes
) -> None:
    with Server(stream(unknown, event({"ship": "b"}, name="departure"))) as server:
        outcome = harbour(server.url, method="follow_berth", reconnect=False)
    (message,) = outcome.messages
    assert type(message).__name__ == "Departure"
    assert isinstance(message, harbour.package.Movement)
    assert outcome.stream.stats.unknown_events == 1


@pytest.mark.parametrize("mark", ["new", 5, True, None, ["delta"]])
def test_constant_that_the_document_does_not_know(harbour: Consumer, mark: Any) -> None:
    unknown = event({"type": mark, "text": "a", "tokens": 1})
    known = event({"type": "delta", "text": "b"})
    with Server(stream(unknown, known)) as server:
        outcome = harbour(server.url, method="stream_answer", go_on=True)
    assert outcome.error is None
    assert outcome.messages[-1].text == "b"
    if mark is not None:
        assert outcome.stream.stats.unknown_events == 1


def test_messages_of_one_operation_are_told_apart(harbour: Consumer) -> None:
    body = [
        event({"ship": "a"}, name="arrival"),
        event({"ship": "b"}, name="departure"),
        event("fog", name="remark"),
    ]
    with Server(stream(*body)) as server:
        outcome = harbour(server.url, method="follow_berth", reconnect=False)
    assert [type(it).__name__ for it in outcome.messages] == ["Arrival", "Departure", "str"]
