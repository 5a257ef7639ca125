"""Streams that are closed, left, cancelled or dropped: nothing is raised, and nothing is leaked."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import pytest

from tests.server import Answer, Server, Step, raw, stream, whole
from tests.streams.events import DONE, chunk

ENDLESS: list[Step] = [chunk("x" * 1000)] * 50_000
SILENT = stream(chunk("a"), "hold")


class Reader(threading.Thread):
    """Reads a stream to its end, in a thread of its own."""

    def __init__(self, messages: Any) -> None:
        super().__init__()
        self.messages, self.received = messages, 0
        self.error: Exception | None = None
        self.waiting = threading.Event()

    def run(self) -> None:
        try:
            for _ in self.messages:
                self.received += 1
                self.waiting.set()
        except Exception as error:
            self.error = error
        self.waiting.set()


def assert_closed(reader: Reader, messages: Any, started: float) -> None:
    reader.join(5)
    assert not reader.is_alive()
    assert reader.error is None
    assert messages.ended == "closed"
    assert time.monotonic() - started < 3
    with pytest.raises(StopIteration):
        next(messages)


def test_another_thread_closes_a_stream_that_waits(package: Any) -> None:
    with Server(SILENT) as server, package.Client("k", base_url=server.url) as client:
        messages = client.stream_chat_completion_chunks({})
        reader = Reader(messages)
        reader.start()
        reader.waiting.wait(5)
        time.sleep(0.05)
        started = time.monotonic()
        messages.close()
        assert_closed(reader, messages, started)
        assert reader.received == 1
        assert server.wait_until_idle()


@pytest.mark.parametrize(
    "answer",
    [
        raw("hold"),
        whole(status=503, headers={"Retry-After": "30"}),
        stream("hold"),
        stream(*ENDLESS),
    ],
    ids=["before-the-head", "before-a-retry", "before-an-event", "among-events"],
)
def test_another_thread_closes_a_stream(package: Any, answer: Answer) -> None:
    with Server(answer) as server, package.Client("k", base_url=server.url) as client:
        messages = client.stream_chat_completion_chunks({})
        reader = Reader(messages)
        reader.start()
        assert server.wait_until(lambda: bool(server.requests))
        time.sleep(0.1)
        started = time.monotonic()
        messages.close()
        assert_closed(reader, messages, started)
    assert server.wait_until_idle()


def test_closing_the_client_ends_its_streams_without_a_foreign_error(package: Any) -> None:
    with Server(SILENT) as server:
        client = package.Client("k", base_url=server.url)
        messages = client.stream_chat_completion_chunks({})
        next(messages)
        client.close()
        client.close()
        messages.close()
        assert server.wait_until_idle()
        with pytest.raises((package.APIError, RuntimeError)):
            next(client.stream_chat_completion_chunks({}))


@pytest.mark.parametrize(
    "answer",
    [SILENT, raw("hold"), whole(status=503, headers={"Retry-After": "30"}), stream("hold")],
    ids=["after-an-event", "before-the-head", "before-a-retry", "before-an-event"],
)
def test_another_task_closes_a_stream(package: Any, answer: Answer) -> None:
    async def close(server: Server) -> Any:
        async with package.AsyncClient("k", base_url=server.url) as client:
            messages = client.stream_chat_completion_chunks({})
            reader = asyncio.create_task(_read(messages))
            await asyncio.sleep(0.2)
            await messages.aclose()
            received = await asyncio.wait_for(reader, 3)
            with pytest.raises(StopAsyncIteration):
                await anext(messages)
            return received, messages.ended

    with Server(answer) as server:
        received, ended = asyncio.run(close(server))
        assert ended == "closed"
        assert received == (answer is SILENT)
        assert server.wait_until_idle()


async def _read(messages: Any) -> int:
    return len([message async for message in messages])


def test_closing_a_stream_that_was_never_opened(package: Any) -> None:
    async def close(server: Server) -> None:
        async with package.AsyncClient("k", base_url=server.url) as client:
            messages = client.stream_chat_completion_chunks({})
            await messages.aclose()
            assert messages.ended == "closed"
            assert await _read(messages) == 0

    with Server(SILENT) as server, package.Client("k", base_url=server.url) as client:
        messages = client.stream_chat_completion_chunks({})
        messages.close()
        assert messages.ended == "closed"
        assert list(messages) == []
        asyncio.run(close(server))
        assert not server.connections


SILENT_AGAIN: list[Answer] = [stream(DONE), raw("hold")]


def test_another_thread_closes_a_stream_on_a_connection_used_again(package: Any) -> None:
    with Server(*SILENT_AGAIN) as server, package.Client("k", base_url=server.url) as client:
        list(client.stream_chat_completion_chunks({}))
        messages = client.stream_chat_completion_chunks({})
        reader = Reader(messages)
        reader.start()
        assert server.wait_until(lambda: len(server.requests) == 2)
        time.sleep(0.1)
        started = time.monotonic()
        messages.close()
        assert_closed(reader, messages, started)
        assert server.connections == 1
        assert server.wait_until_idle()


def test_another_task_closes_a_stream_on_a_connection_used_again(package: Any) -> None:
    async def close(server: Server) -> Any:
        async with package.AsyncClient("k", base_url=server.url) as client:
            assert not await _read(client.stream_chat_completion_chunks({}))
            messages = client.stream_chat_completion_chunks({})
            reader = asyncio.create_task(_read(messages))
            await asyncio.sleep(0.2)
            await messages.aclose()
            await asyncio.wait_for(reader, 3)
            return messages.ended

    with Server(*SILENT_AGAIN) as server:
        assert asyncio.run(close(server)) == "closed"
        assert server.connections == 1
        assert server.wait_until_idle()


def test_another_thread_closes_a_stream_whose_credential_is_awaited(package: Any) -> None:
    asked, closed = threading.Event(), threading.Event()

    def credential() -> str:
        asked.set()
        closed.wait(5)
        return "k"

    with Server(SILENT) as server, package.Client(credential, base_url=server.url) as client:
        messages = client.stream_chat_completion_chunks({})
        reader = Reader(messages)
        reader.start()
        assert asked.wait(5)
        started = time.monotonic()
        messages.close()
        closed.set()
        assert_closed(reader, messages, started)
        assert not server.requests


def test_another_thread_closes_a_stream_that_reads_what_went_wrong(package: Any) -> None:
    with Server(stream(b"no", "hold", status=400)) as server:
        client = package.Client("k", base_url=server.url)
        messages = client.stream_chat_completion_chunks({})
        reader = Reader(messages)
        reader.start()
        assert server.wait_until(lambda: bool(server.requests))
        time.sleep(0.1)
        started = time.monotonic()
        messages.close()
        assert_closed(reader, messages, started)
        client.close()
