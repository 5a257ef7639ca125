"""Bodies as HTTP may carry them."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from tests.consuming import Consumer
from tests.server import EVENT_STREAM, Server, raw, stream
from tests.streams.events import DONE, chunk, contents

CODINGS: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.compress, "deflate": zlib.compress}


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


@pytest.mark.parametrize("coding", ["gzip", "GZIP", "deflate", "gzip, gzip", "identity, gzip", ""])
def test_codings_of_a_body(chat: Consumer, coding: str) -> None:
    body = chunk("a") + DONE
    for applied in coding.lower().split(", "):
        body = CODINGS[applied](body) if applied in CODINGS else body
    with Server(stream(body, headers={**EVENT_STREAM, "Content-Encoding": coding})) as server:
        outcome = chat(server.url)
    assert contents(outcome.messages) == ["a"]
    assert outcome.stream.ended == "terminator"


@pytest.mark.parametrize("coding", ["br", "zstd", "x-unknown"])
def test_codings_that_nobody_asked_for(chat: Consumer, coding: str) -> None:
    """What can't be decoded is an error, never a stream without messages."""
    headers = {**EVENT_STREAM, "Content-Encoding": coding}
    with Server(stream(b"\x0b\x02\x80\x00garbled", headers=headers)) as server:
        outcome = chat(server.url)
    assert isinstance(outcome.error, chat.package.APIError)
