"""How streams end, and what they say of it."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from tests.consuming import Consumer
from tests.server import Server, Step, stream
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
        *(
            b"id: 9\ndata: [DONE]\n\n",
            b": bye\ndata: [DONE]\n\n",
            b"data: [DONE]",
            b"data:[DONE]\r",
        ),
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


def test_little_after_the_terminator_costs_no_connection(package: Any) -> None:
    with (
        Server(stream(chunk("a"), DONE, 0.1, b": bye\n\n" * 10)) as server,
        package.Client("k", base_url=server.url) as client,
    ):
        for _ in range(3):
            assert len(list(client.stream_chat_completion_chunks({}))) == 1
        assert server.connections == 1
