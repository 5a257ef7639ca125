"""Bodies as HTTP may carry them."""

from __future__ import annotations

import zlib
from typing import Any

from tests.consuming import Consumer
from tests.server import EVENT_STREAM, Server, raw, stream
from tests.streams.events import DONE, chunk, contents


def test_bodies_without_chunks(chat: Consumer) -> None:
    body = chunk("a") + DONE
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
    told = head + b"Content-Length: %d\r\n\r\n" % len(body)
    more = head + b"Content-Length: %d\r\n\r\n" % (len(body) + 1)
    for answer in (
        raw(told + body),
        raw(head + b"\r\n" + body, "close"),
        raw(more + body, "close"),
    ):
        with Server(answer) as server:
            assert chat(server.url).error is None


def test_compressed_stream(chat: Consumer) -> None:
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


def test_answer_in_an_old_protocol(chat: Consumer) -> None:
    head = b"HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
    with Server(raw(head, chunk(), DONE, "close")) as server:
        outcome = chat(server.url)
        assert not outcome.error
        assert len(outcome.messages) == 1
    with Server(raw(head, chunk(), "close")) as server:
        assert chat(server.url).error_name == "StreamTruncatedError"


def test_interim_answers_are_passed_over(chat: Consumer) -> None:
    hints = b"HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n"
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
    with Server(raw(hints, 0.02, head, chunk(), DONE, "close")) as server:
        assert not chat(server.url).error
