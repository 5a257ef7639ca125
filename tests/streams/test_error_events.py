"""Errors that a server reports within the stream, in all the shapes that they come in."""

from __future__ import annotations

from typing import Any

import pytest

from tests.consuming import Consumer
from tests.server import Server, stream
from tests.streams.events import DONE, chunk, contents, event


def error(details: Any, **more: Any) -> bytes:
    return event({"error": details, **more})


SHAPES: list[tuple[bytes, str, Any, Any]] = [
    (error({"message": "full", "type": "overload", "code": 503}), "full", "overload", 503),
    (error({"message": "full", "type": None, "code": None}), "full", None, None),
    (error({"message": "full", "code": "rate_limit"}), "full", None, "rate_limit"),
    (error({"message": {"text": "full"}, "type": 5, "code": {}}), "full", None, None),
    (error("full"), "full", None, None),
    (error({"detail": "full"}), "full", None, None),
    (error({}), "{}", None, None),
    (error(True, message="full"), "full", None, None),
    (error(["full"]), "full", None, None),
    (error({"message": ""}, message="full"), "full", None, None),
    (error({"message": "full", "type": "x"}, type="error"), "full", "x", None),
    (event({"type": "error", "error": {"type": "x", "message": "full"}}), "full", "x", None),
    (event({"message": "full", "code": 7}, name="error"), "full", None, 7),
    (event({"error": {"message": "full"}}, name="error"), "full", None, None),
    (event('"full"', name="error"), "full", None, None),
    (event("full", name="error"), "full", None, None),
    (event("[", name="error"), "[", None, None),
    (event("null", name="error"), "null", None, None),
    (chunk("a", error={"message": "full", "type": "x", "code": 1}), "full", "x", 1),
    (chunk("a", error="full", created="now"), "full", None, None),
]


@pytest.mark.parametrize("validation", ["lenient", "strict"])
@pytest.mark.parametrize("number", range(len(SHAPES)))
def test_error_is_raised_with_what_it_says(chat: Consumer, number: int, validation: str) -> None:
    reported, message, type_, code = SHAPES[number]
    with Server(stream(chunk("Hel"), reported, chunk("lo"), DONE)) as server:
        outcome = chat(server.url, validation=validation, undecodable="skip")
    raised = outcome.error
    assert outcome.error_name == "StreamErrorEvent"
    assert message in raised.message
    assert message in str(raised)
    assert raised.type == type_
    assert raised.code == code
    assert raised.event.data in reported.decode()
    assert raised.received == 1
    assert raised.response is outcome.stream.response
    assert contents(outcome.messages) == ["Hel"]
    assert outcome.error_again is raised
    assert outcome.stream.ended == "error"


def test_error_may_be_all_there_is(chat: Consumer) -> None:
    with Server(stream(error({"message": "no"}), DONE)) as server:
        outcome = chat(server.url)
    assert outcome.error_name == "StreamErrorEvent"
    assert outcome.error.received == 0


@pytest.mark.parametrize("value", [None])
def test_null_is_no_error(chat: Consumer, value: None) -> None:
    with Server(stream(chunk("a", error=value), DONE)) as server:
        outcome = chat(server.url)
    assert outcome.error is None
    assert outcome.messages[0].error is None


def test_error_within_the_data_is_none(chat: Consumer) -> None:
    with Server(stream(chunk('{"error": 1}', extra={"error": "no"}), DONE)) as server:
        assert chat(server.url).error is None


def test_error_that_the_document_models(harbour: Consumer) -> None:
    payload = {"reason": "ice", "error": {"type": "weather", "code": 5, "message": "frozen"}}
    with Server(stream(event(payload, name="error", id="4"))) as server:
        outcome = harbour(server.url, method="follow_berth", reconnect=False)
    raised = outcome.error
    assert outcome.error_name == "StreamErrorEvent"
    assert type(raised.payload) is harbour.package.Failure
    assert raised.payload.reason == "ice"
    assert (raised.message, raised.type, raised.code) == ("frozen", "weather", 5)


def test_error_that_differs_from_its_model(harbour: Consumer) -> None:
    with Server(stream(event({"reason": 5}, name="error"))) as server:
        outcome = harbour(server.url, method="follow_berth", reconnect=False)
    assert outcome.error.payload.reason == 5
    with Server(stream(event("no JSON", name="error"))) as server:
        outcome = harbour(server.url, method="follow_berth", reconnect=False)
    assert outcome.error.payload == "no JSON"
    assert outcome.error.message == "no JSON"


def test_error_ends_a_stream_that_could_be_taken_up_again(harbour: Consumer) -> None:
    with Server(stream(event({"reason": "ice"}, name="error", id="1"))) as server:
        assert harbour(server.url, method="follow_berth").error_name == "StreamErrorEvent"
        assert len(server.requests) == 1


def test_error_among_messages_that_a_constant_tells_apart(harbour: Consumer) -> None:
    for reported in (
        event({"type": "error", "message": "full"}),
        event({"error": {"message": "full"}}),
        event({"type": "delta", "text": "a", "error": {"message": "full"}}),
        event({"message": "full"}, name="error"),
    ):
        with Server(stream(reported)) as server:
            outcome = harbour(server.url, method="stream_answer")
        assert outcome.error_name == "StreamErrorEvent", reported
        assert outcome.error.message == "full"
