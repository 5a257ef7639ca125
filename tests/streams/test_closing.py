"""Streams that are closed, left, cancelled or dropped: nothing is raised, and nothing is leaked."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
import warnings
from collections.abc import Callable
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


def test_exception_leaves_the_block_and_closes_the_stream(package: Any) -> None:
    with Server(SILENT) as server, package.Client("k", base_url=server.url) as client:
        error = KeyError("the caller's own")
        messages = client.stream_chat_completion_chunks({})
        with pytest.raises(KeyError) as caught, messages:
            raise error
        assert caught.value is error
        assert messages.ended == "closed"
        assert server.wait_until_idle()


def test_leaving_early_closes_the_connection_and_the_client_goes_on(package: Any) -> None:
    with (
        Server(stream(*ENDLESS), stream(chunk("b"), DONE)) as server,
        package.Client("k", base_url=server.url) as client,
    ):
        with client.stream_chat_completion_chunks({}) as messages:
            next(messages)
        assert server.wait_until_idle()
        assert len(list(client.stream_chat_completion_chunks({}))) == 1
        assert server.connections == 2


@pytest.mark.parametrize(
    "answer", [SILENT, raw("hold"), whole(status=503)], ids=["reading", "opening", "waiting"]
)
def test_cancellation_passes_through(package: Any, answer: Answer) -> None:
    async def cancel(server: Server) -> Any:
        async with package.AsyncClient("k", base_url=server.url, max_retries=20) as client:
            messages = client.stream_chat_completion_chunks({})

            async def consume() -> None:
                async with messages:
                    async for _ in messages:
                        pass

            task = asyncio.create_task(consume())
            await asyncio.sleep(0.2)
            task.cancel("by the caller")
            with pytest.raises(asyncio.CancelledError) as caught:
                await task
            assert caught.value.args in (("by the caller",), ())

    with Server(answer) as server:
        asyncio.run(cancel(server))
        assert server.wait_until_idle()


async def _read_within(messages: Any, seconds: float) -> None:
    async with asyncio.timeout(seconds), messages:
        await _read(messages)


def test_limit_of_the_caller_passes_through(package: Any) -> None:
    async def limit(server: Server) -> str:
        async with package.AsyncClient("k", base_url=server.url) as client:
            messages = client.stream_chat_completion_chunks({})
            with pytest.raises(TimeoutError):
                await _read_within(messages, 0.2)
            again = client.stream_chat_completion_chunks({})
            return (await anext(again)).choices[0].delta.content or ""

    with Server(SILENT) as server:
        assert asyncio.run(limit(server)) == "a"
        assert server.wait_until_idle()


def _drop_stream(package: Any, server: Server) -> None:
    client = package.Client("k", base_url=server.url)
    for _ in client.stream_chat_completion_chunks({}):
        break
    gc.collect()
    assert server.wait_until_idle()  # while the client is still there
    client.close()


def _drop_raw_events(package: Any, server: Server) -> None:
    client = package.Client("k", base_url=server.url)
    for _ in client.stream_chat_completion_chunks({}).events():
        break
    gc.collect()
    assert server.wait_until_idle()
    client.close()


def _drop_opened(package: Any, server: Server) -> None:
    package.Client("k", base_url=server.url).stream_chat_completion_chunks({}).open()


def _drop_all(package: Any, server: Server) -> None:
    client = package.Client("k", base_url=server.url)
    next(client.stream_chat_completion_chunks({}))


def _drop_unopened(package: Any, server: Server) -> None:
    package.Client("k", base_url=server.url).stream_chat_completion_chunks({})


def _drop_awaited(package: Any, server: Server) -> None:
    async def drop() -> None:
        client = package.AsyncClient("k", base_url=server.url)
        async for _ in client.stream_chat_completion_chunks({}):
            break
        gc.collect()
        assert await asyncio.to_thread(server.wait_until_idle)
        await client.aclose()

    asyncio.run(drop())


def _drop_all_awaited(package: Any, server: Server) -> None:
    async def drop() -> None:
        client = package.AsyncClient("k", base_url=server.url)
        await anext(client.stream_chat_completion_chunks({}))

    asyncio.run(drop())


def _drop_after_failure(package: Any, server: Server) -> None:
    client = package.Client("k", base_url=server.url, timeout=0.1)
    messages = client.stream_chat_completion_chunks({})
    next(messages)
    with pytest.raises(package.APITimeoutError):
        next(messages)


@pytest.mark.parametrize(
    "drop",
    [
        _drop_stream,
        _drop_raw_events,
        _drop_opened,
        _drop_all,
        _drop_unopened,
        _drop_awaited,
        _drop_all_awaited,
        _drop_after_failure,
    ],
)
def test_what_is_dropped_leaks_nothing(package: Any, drop: Callable[[Any, Server], None]) -> None:
    gc.collect()
    with Server(SILENT) as server, warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        drop(package, server)
        gc.collect()
        assert server.wait_until_idle()
        assert not [str(warning.message) for warning in warned]


@pytest.mark.parametrize("answer", [stream(chunk(), DONE), stream(chunk())], ids=["end", "cut"])
def test_client_that_is_dropped_leaks_nothing(package: Any, answer: Answer) -> None:
    gc.collect()
    with Server(answer) as server, warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        for _ in range(3):
            try:
                list(package.Client("k", base_url=server.url).stream_chat_completion_chunks({}))
            except package.StreamTruncatedError as error:
                del error
        gc.collect()
        assert server.wait_until_idle()
        assert not [str(warning.message) for warning in warned]


def test_stream_outlives_a_client_that_nobody_holds(package: Any) -> None:
    with Server(stream(chunk("a"), 0.1, chunk("b"), DONE)) as server:
        messages = package.Client("k", base_url=server.url).stream_chat_completion_chunks({})
        gc.collect()
        assert len(list(messages)) == 2
