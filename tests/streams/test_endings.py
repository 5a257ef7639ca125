"""How streams end, and what they say of it."""

from __future__ import annotations

import logging
import time
from typing import Any

import pytest

from tests.consuming import Consumer
from tests.server import EVENT_STREAM, Server, Step, raw, stream
from tests.streams.events import DONE, chunk, contents, event

PROGRESS = event({"percent": 50}, name="progress")
FINISHED = event({"result": "ok"}, name="finished")
DELTA = event({"type": "delta", "text": "a"})
SUMMARY = event({"type": "summary", "tokens": 1})


def test_terminator_ends_the_stream_and_is_not_delivered(chat: Consumer) -> None:
    with Server(stream(chunk("a"), DONE, chunk("b"), event({"error": "late"}), DONE)) as server:
        outcome = chat(server.url)
    assert contents(outcome.messages) == ["a"]
    assert outcome.stream.ended == "terminator"
    assert outcome.stream.stats.events == 1
    assert outcome.error is None


@pytest.mark.parametrize(
    "written",
    [
        *(b"data: [DONE]\n\n", b"data:[DONE]\n\n", b"data:  [DONE] \t\n\n", b"data: [DONE]\r\r"),
        *(b"event: done\ndata: [DONE]\n\n", b"event: error\ndata: [DONE]\n\n", b"data: [DONE]\n"),
        *(b"id: 9\ndata: [DONE]\n\n", b": bye\ndata: [DONE]\n\n", b"data: [DONE]", b"data:[DONE]\r"),
        *(b"data: [DONE]\nretry: 1\n\n", b"data:\ndata: [DONE]\n\n"),
    ],
)
def test_terminator_as_it_may_be_written(chat: Consumer, written: bytes) -> None:
    with Server(stream(chunk("a"), written)) as server:
        outcome = chat(server.url)
    assert outcome.error is None
    assert outcome.stream.ended == "terminator"
    assert len(outcome.messages) == 1


@pytest.mark.parametrize(
    "written",
    [
        *(b"data: [DONE]x\n\n", b"data: x[DONE]\n\n", b'data: "[DONE]"\n\n', b"data: [done]\n\n"),
        *(b"data: [DONE]\ndata: [DONE]\n\n", b"data: {}[DONE]\n\n", b"data: [[DONE]]\n\n"),
    ],
)
def test_what_only_looks_like_the_terminator(chat: Consumer, written: bytes) -> None:
    with Server(stream(chunk("a"), written, chunk("b"), DONE)) as server:
        outcome = chat(server.url, go_on=True)
    assert [type(it).__name__ for it in outcome.passed_over] == ["EventDecodeError"]
    assert contents(outcome.messages) == ["a", "b"]
    assert outcome.stream.ended == "terminator"


@pytest.mark.parametrize("written", [b": [DONE]\n\n", b"event: [DONE]\n\n", b"[DONE]\n\n"])
def test_terminator_that_is_no_data(chat: Consumer, written: bytes) -> None:
    with Server(stream(chunk("a"), written)) as server:
        assert chat(server.url).error_name == "StreamTruncatedError"


def test_unfinished_message_is_dropped(chat: Consumer) -> None:
    with Server(stream(chunk("a"), chunk("b").rstrip())) as server:
        outcome = chat(server.url)
    assert contents(outcome.messages) == ["a"]
    assert outcome.error_name == "StreamTruncatedError"
    assert outcome.error.received == 1
    assert outcome.error.__cause__ is None or True
    assert isinstance(outcome.error, chat.package.APIConnectionError)
    assert outcome.error.response is outcome.stream.response


def test_empty_body_is_truncated(chat: Consumer) -> None:
    with Server(stream()) as server:
        outcome = chat(server.url)
    assert outcome.error_name == "StreamTruncatedError"
    assert outcome.error.received == 0


def test_stream_of_nothing_but_the_terminator(chat: Consumer) -> None:
    with Server(stream(DONE)) as server:
        outcome = chat(server.url)
    assert outcome.error is None
    assert outcome.messages == []
    assert outcome.stream.ended == "terminator"


def test_final_message_is_delivered_and_ends_the_stream(harbour: Consumer) -> None:
    with Server(stream(PROGRESS, FINISHED, PROGRESS)) as server:
        outcome = harbour(server.url, method="run_job")
    assert [type(message).__name__ for message in outcome.messages] == ["Progress", "Finished"]
    assert outcome.stream.ended == "final_message"
    assert outcome.stream.event.event == "finished"
    assert outcome.stream.stats.events == 2


@pytest.mark.parametrize("last", [PROGRESS, FINISHED.rstrip(), FINISHED.rstrip() + b"\n"])
def test_final_message_is_required(harbour: Consumer, last: bytes) -> None:
    with Server(stream(PROGRESS, last)) as server:
        outcome = harbour(server.url, method="run_job")
    assert outcome.error_name == "StreamTruncatedError"


def test_final_message_that_drifts_is_final_all_the_same(harbour: Consumer) -> None:
    with Server(stream(event({"result": 5}, name="finished"))) as server:
        outcome = harbour(server.url, method="run_job")
    assert outcome.stream.ended == "final_message"
    assert outcome.messages[0].result == 5


def test_final_message_among_raw_events(harbour: Consumer) -> None:
    with Server(stream(PROGRESS, FINISHED, PROGRESS)) as server:
        outcome = harbour(server.url, method="run_job", raw=True)
    assert [it.event for it in outcome.messages] == ["progress", "finished"]
    assert outcome.stream.ended == "final_message"


def test_message_that_calls_itself_the_last(
    harbour: Consumer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    with Server(stream(DELTA, SUMMARY)) as server:
        outcome = harbour(server.url, method="stream_answer")
        assert outcome.stream.ended == "final_message"
        assert len(outcome.messages) == 2
        assert not caplog.records
    with Server(stream(DELTA)) as server:
        outcome = harbour(server.url, method="stream_answer")
        assert outcome.error is None
        assert outcome.stream.ended == "end_of_body"
        assert "last" in caplog.text


def test_message_that_calls_itself_the_last_ends_nothing(harbour: Consumer) -> None:
    with Server(stream(SUMMARY, DELTA, SUMMARY)) as server:
        outcome = harbour(server.url, method="stream_answer")
    assert len(outcome.messages) == 3


def test_stream_that_declares_no_end(harbour: Consumer) -> None:
    with Server(stream(event({"text": "a"}))) as server:
        outcome = harbour(server.url, method="read_log", url=server.url)
        assert outcome.error is None
        assert outcome.stream.ended == "end_of_body"
    with Server(stream(event({"text": "a"}), 0.02, "reset")) as server:
        outcome = harbour(server.url, method="read_log", url=server.url)
        assert outcome.error_name == "APIConnectionError"


def test_server_that_stays_after_the_terminator(chat: Consumer) -> None:
    with Server(stream(chunk("a"), DONE, "hold")) as server:
        outcome = chat(server.url)
        assert outcome.stream.ended == "terminator"
        assert outcome.seconds < 1.5
        assert server.wait_until_idle()


def test_server_that_goes_on_after_the_terminator(chat: Consumer) -> None:
    endless: list[Step] = [chunk("x" * 4096)] * 20_000
    with Server(stream(chunk("a"), DONE, *endless)) as server:
        outcome = chat(server.url)
        assert outcome.stream.ended == "terminator"
        assert outcome.seconds < 1.5
        assert outcome.stream.stats.bytes < 1_000_000
        assert server.wait_until_idle()


def test_little_after_the_terminator_costs_no_connection(chat: Consumer) -> None:
    with Server(stream(chunk("a"), DONE, 0.1, b": bye\n\n" * 10)) as server:
        package = chat.package
        with package.Client("k", base_url=server.url) as client:
            for _ in range(3):
                with client.stream_chat_completion_chunks({}) as messages:
                    assert len(list(messages)) == 1
        assert server.connections == 1


@pytest.mark.parametrize("name", ["", "message"])
def test_raw_events_are_all_there(chat: Consumer, name: str) -> None:
    unknown = event({"type": "ping"}, name="ping")
    error = event({"error": {"message": "no"}}, name=name)
    garbled = event("garbled", id="5")
    body = [unknown, garbled, b"data\n\n", error, chunk("a"), DONE]
    with Server(stream(*body)) as server:
        outcome = chat(server.url, raw=True)
    assert outcome.error is None
    assert [it.data for it in outcome.messages][:3] == ['{"type": "ping"}', "garbled", ""]
    assert outcome.messages[-1].data == "[DONE]"
    assert len(outcome.messages) == len(body)
    assert outcome.stream.ended == "terminator"
    assert outcome.stream.stats.events == len(body) - 1
    assert outcome.stream.last_event_id == "5"


def test_raw_events_of_a_cut_stream(chat: Consumer) -> None:
    with Server(stream(chunk("a"))) as server:
        assert chat(server.url, raw=True).error_name == "StreamTruncatedError"
    with Server(stream(chunk("a"), 0.02, "reset")) as server:
        assert chat(server.url, raw=True).error_name == "APIConnectionError"


def test_statistics(chat: Consumer) -> None:
    pieces = [event({"type": "ping"}, name="ping"), chunk("a"), chunk("b", created="now"), DONE]
    with Server(stream(0.1, *pieces)) as server:
        outcome = chat(server.url)
    stats = outcome.stream.stats
    assert stats.events == 3
    assert stats.bytes == sum(map(len, pieces))
    assert 0.05 < stats.seconds_to_first_event < 2
    assert (stats.unknown_events, stats.undecodable, stats.drift, stats.reconnects) == (1, 0, 1, 0)


def test_statistics_count_what_was_delivered_not_what_was_parsed_ahead(chat: Consumer) -> None:
    package = chat.package
    body = event({"type": "ping"}, name="ping", id="1") + chunk("a") + chunk("b") + DONE
    with Server(stream(body)) as server, package.Client("k", base_url=server.url) as client:
        with client.stream_chat_completion_chunks({}) as messages:
            assert messages.ended is None
            assert messages.event is None
            assert messages.last_event_id == ""
            assert messages.stats.events == 0
            assert next(messages).choices[0].delta.content == "a"
            assert messages.event.data.startswith('{"id": "c1"')
            assert messages.stats.events == 2
            assert messages.ended is None
            assert next(messages).choices[0].delta.content == "b"
            assert messages.ended is None
            assert list(messages) == []
            assert messages.ended == "terminator"


def test_stream_opens_once(chat: Consumer) -> None:
    package = chat.package
    with Server(stream(chunk("a"), DONE)) as server:
        with package.Client("k", base_url=server.url) as client:
            messages = client.stream_chat_completion_chunks({})
            assert not server.requests
            assert messages.open() is messages
            assert messages.open() is messages
            with messages as entered:
                assert entered is messages
                assert messages.response.status_code == 200
                assert iter(messages) is messages
                assert len(list(messages)) == 1
            assert len(server.requests) == 1


def test_message_comes_with_the_byte_that_completes_it(chat: Consumer) -> None:
    """A blank line of CR is complete; nothing waits for what may follow it."""
    package = chat.package
    for end in (b"\n\n", b"\r\r", b"\r\n\r\n"):
        body = chunk("a").strip() + end
        with Server(stream(body, "hold")) as server:
            with package.Client("k", base_url=server.url, timeout=5) as client:
                started = time.monotonic()
                with client.stream_chat_completion_chunks({}) as messages:
                    next(messages)
                    assert time.monotonic() - started < 2


def test_bodies_without_chunks(chat: Consumer) -> None:
    body = chunk("a") + DONE
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
    told = head + b"Content-Length: %d\r\n\r\n" % len(body)
    more = head + b"Content-Length: %d\r\n\r\n" % (len(body) + 1)
    for answer in (raw(told + body), raw(head + b"\r\n" + body, "close"), raw(more + body, "close")):
        with Server(answer) as server:
            assert chat(server.url).error is None


def test_compressed_stream(chat: Consumer) -> None:
    import zlib

    compressor = zlib.compressobj(wbits=31)
    pieces: list[Any] = []
    for piece in (chunk("a"), chunk("b"), DONE):
        pieces += [compressor.compress(piece) + compressor.flush(zlib.Z_SYNC_FLUSH), 0.02]
    headers = {**EVENT_STREAM, "Content-Encoding": "gzip"}
    with Server(stream(*pieces, compressor.flush(), headers=headers)) as server:
        outcome = chat(server.url)
        assert server.requests[0].headers["accept-encoding"] == "identity"
    assert contents(outcome.messages) == ["a", "b"]
    assert outcome.stream.ended == "terminator"
