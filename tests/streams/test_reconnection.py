"""Streams that are taken up again, as an EventSource does (WHATWG HTML, 9.2.3 and 9.2.4)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.consuming import Consumer
from tests.server import Answer, Server, Step, raw, stream, whole
from tests.streams.events import event
from tests.streams.resuming import OVER, arrival, asked_from, follow, ships, tail


@pytest.mark.parametrize("end", [b"", "reset", "close"])
def test_broken_stream_goes_on_after_the_last_event(harbour: Consumer, end: Step) -> None:
    broken = stream(arrival("a", "1"), arrival("b", "2"), b"id: 3\ndata: {", 0.02, end)
    with Server(broken, stream(arrival("c", "3")), OVER) as server:
        outcome = follow(harbour, server)
        assert ships(outcome) == ["a", "b", "c"]
        assert asked_from(server) == [None, "2", "3"]
    assert not outcome.error
    assert outcome.stream.ended == "end_of_body"
    assert outcome.stream.last_event_id == "3"
    assert outcome.stream.stats.reconnects == 1
    assert outcome.stream.stats.events == 3


def test_silent_stream_is_taken_up_again(harbour: Consumer) -> None:
    with Server(stream(arrival("a", "1"), "hold"), OVER) as server:
        outcome = follow(harbour, server, timeout=harbour.package.Timeout(idle=0.2))
        assert not outcome.error
        assert asked_from(server) == [None, "1"]


def test_id_is_that_of_the_event_delivered_last(harbour: Consumer) -> None:
    """An id without data dispatches nothing, and still is the last event ID."""
    with Server(stream(arrival("a", "1"), b"id: 7\n\n"), OVER) as server:
        outcome = follow(harbour, server)
        assert asked_from(server)[1] in ("1", "7")
        assert not outcome.error


def test_id_lasts_until_another_comes(harbour: Consumer) -> None:
    with Server(stream(arrival("a", "1"), arrival("b")), stream(arrival("c")), OVER) as server:
        outcome = follow(harbour, server)
        assert ships(outcome) == ["a", "b", "c"]
        assert asked_from(server) == [None, "1", "1"]


@pytest.mark.parametrize("id", ["é🦀", "a b", "x" * 2000])
def test_id_travels_as_it_came(harbour: Consumer, id: str) -> None:
    with Server(stream(arrival("a", id)), OVER) as server:
        outcome = follow(harbour, server)
        assert not outcome.error
        assert (asked_from(server)[1] or "").encode("latin-1").decode() == id


@pytest.mark.parametrize("id", ["a\x01b", "\x7f", "a\x0bb"])
def test_id_that_no_header_can_carry(harbour: Consumer, id: str) -> None:
    with Server(stream(arrival("a", id)), OVER) as server:
        outcome = follow(harbour, server)
        assert ships(outcome) == ["a"]
        assert outcome.error is None or isinstance(outcome.error, harbour.package.APIError)


def test_stream_without_an_id_is_not_taken_up_again(harbour: Consumer) -> None:
    with Server(stream(arrival("a")), OVER) as server:
        outcome = follow(harbour, server)
        assert len(server.requests) == 1
        assert outcome.stream.ended == "end_of_body"
    with Server(stream(arrival("a"), 0.02, "reset"), OVER) as server:
        outcome = follow(harbour, server)
        assert len(server.requests) == 1
        assert outcome.error_name == "APIConnectionError"


def test_stream_without_an_id_is_taken_up_again_if_that_is_wanted(harbour: Consumer) -> None:
    with Server(stream(arrival("a")), stream(arrival("b")), OVER) as server:
        outcome = follow(harbour, server, reconnect=True)
        assert ships(outcome) == ["a", "b"]
        assert asked_from(server) == [None, None, None]
        assert not outcome.error


def test_stream_is_not_taken_up_again_if_that_is_not_wanted(harbour: Consumer) -> None:
    with Server(stream(arrival("a", "1")), OVER) as server:
        outcome = follow(harbour, server, reconnect=False)
        assert len(server.requests) == 1
        assert outcome.stream.ended == "end_of_body"


def test_document_that_does_not_say_so(harbour: Consumer) -> None:
    line = stream(b"retry: 10\n", event({"text": "a"}, id="1"))
    with Server(line, OVER) as server:
        outcome = harbour(server.url, method="read_log", url=server.url)
        assert len(server.requests) == 1
        assert outcome.stream.ended == "end_of_body"
    with Server(line, OVER) as server:
        outcome = harbour(server.url, method="read_log", url=server.url, reconnect=True)
        assert asked_from(server) == [None, "1"]


def test_caller_says_where_to_begin(harbour: Consumer) -> None:
    with Server(stream(), OVER) as server:
        outcome = follow(harbour, server, last_event_id="41")
        assert asked_from(server) == ["41", "41"]
        assert outcome.stream.last_event_id == "41"


@pytest.mark.parametrize("status", [500, 503, 429])
def test_server_that_is_away_for_a_moment(harbour: Consumer, status: int) -> None:
    with Server(
        stream(arrival("a", "1")), whole(status=status), stream(arrival("b", "2")), OVER
    ) as it:
        outcome = follow(harbour, it)
        assert ships(outcome) == ["a", "b"]
        assert asked_from(it) == [None, "1", "1", "2"]


@pytest.mark.parametrize("status", [400, 401, 404])
def test_server_that_refuses(harbour: Consumer, status: int) -> None:
    with Server(stream(arrival("a", "1")), whole(status=status)) as server:
        outcome = follow(harbour, server)
        assert len(server.requests) == 2
    assert isinstance(outcome.error, harbour.package.APIStatusError)
    assert outcome.error.received == 1


def test_answer_that_is_no_stream_is_fatal(harbour: Consumer) -> None:
    page = whole(b"<p>", headers={"Content-Type": "text/html"})
    with Server(stream(arrival("a", "1")), page) as server:
        assert follow(harbour, server).error_name == "NotAnEventStreamError"
        assert len(server.requests) == 2


def test_byte_order_mark_and_unfinished_lines_are_each_connections_own(harbour: Consumer) -> None:
    first = stream(arrival("a", "1"), b"event: departure\ndata: {", 0.02, "reset")
    second = stream(b"\xef\xbb\xbf" + arrival("b", "2"))
    with Server(first, second, OVER) as server:
        outcome = follow(harbour, server)
    assert ships(outcome) == ["a", "b"]
    assert [type(message).__name__ for message in outcome.messages] == ["Arrival", "Arrival"]


def test_no_content_ends_the_first_answer_too(harbour: Consumer) -> None:
    with Server(OVER) as server:
        outcome = follow(harbour, server)
        assert len(server.requests) == 1
    assert outcome.error_name in ("", "NotAnEventStreamError")


def test_end_that_is_declared_ends_it(harbour: Consumer) -> None:
    line = event({"text": "a"}, id="1")
    end = b"data: [END]\n\n"
    with Server(stream(line), stream(event({"text": "b"}), end)) as server:
        outcome = tail(harbour, server)
        assert not outcome.error
        assert outcome.stream.ended == "terminator"
        assert len(server.requests) == 2
        assert [message.text for message in outcome.messages] == ["a", "b"]


def test_only_what_cannot_be_taken_up_is_truncated(harbour: Consumer) -> None:
    without_id, with_id = event({"text": "a"}), event({"text": "a"}, id="1")
    with Server(stream(without_id)) as server:
        assert tail(harbour, server).error_name == "StreamTruncatedError"
        assert len(server.requests) == 1
    with Server(stream(with_id)) as server:
        assert tail(harbour, server, reconnect=False).error_name == "StreamTruncatedError"
        assert len(server.requests) == 1
    with Server(stream(with_id), raw("close")) as server:
        assert isinstance(tail(harbour, server).error, harbour.package.APIConnectionError)


def test_raw_events_are_taken_up_again_as_well(harbour: Consumer) -> None:
    with Server(stream(arrival("a", "1")), stream(arrival("b", "2")), OVER) as server:
        outcome = follow(harbour, server, raw=True)
    assert [it.id for it in outcome.messages] == ["1", "2"]
    assert outcome.stream.stats.reconnects == 1


def test_headers_and_query_are_sent_each_time(harbour: Consumer) -> None:
    with Server(stream(arrival("a", "1")), OVER) as server:
        follow(harbour, server, limit=3, headers={"X-Own": "1"}, query={"more": "2"})
        first, second = server.requests
    assert first.target == second.target
    assert second.headers["x-own"] == "1"
    assert second.headers["accept"] == "text/event-stream"


def test_temporary_redirect_is_asked_for_again(harbour: Consumer) -> None:
    def move(_: Any) -> Answer:
        return whole(status=307, headers={"Location": f"{server.url}/moved"})

    with Server(move, stream(arrival("a", "1")), OVER) as server:
        assert not follow(harbour, server).error
        assert server.requests[1].target == "/moved"
        assert server.requests[2].target.startswith("/berths/x/events")
        assert asked_from(server) == [None, None, "1"]
