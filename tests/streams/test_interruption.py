"""Iteration that is interrupted from outside: what follows is never taken for the stream's end."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Generator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from tests.server import Server, raw, stream
from tests.streams.events import DONE, chunk, event

PAUSE = 0.4
LINE = event({"text": "a"})
LINES = stream(LINE, PAUSE, LINE)
CHUNKS = stream(chunk(), PAUSE, chunk(), PAUSE, DONE)


class InterruptError(BaseException):
    """As a KeyboardInterrupt: raised by a signal, in the midst of a read."""


@contextmanager
def interruption(seconds: float) -> Generator[None]:
    """Interrupts what takes longer."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise InterruptError

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def poll(messages: Any, package: Any) -> list[str]:
    """Ask for messages again and again, with little patience each time."""
    took: list[str] = []
    while len(took) < 20 and took[-1:] not in (["end"], ["error"]):
        try:
            with interruption(PAUSE / 3):
                next(messages)
            took.append("message")
        except InterruptError:
            took.append("interrupted")
        except StopIteration:
            took.append("end")
        except package.APIConnectionError:
            took.append("error")
    return took


async def poll_awaited(messages: Any, package: Any) -> list[str]:
    """As `poll`."""
    took: list[str] = []
    while len(took) < 20 and took[-1:] not in (["end"], ["error"]):
        try:
            await asyncio.wait_for(anext(messages), PAUSE / 3)
            took.append("message")
        except TimeoutError:
            took.append("interrupted")
        except StopAsyncIteration:
            took.append("end")
        except package.APIConnectionError:
            took.append("error")
    return took


def assert_true(took: list[str], ended: str) -> None:
    """Either the stream was read to its end all the same, or it says that it wasn't."""
    assert "interrupted" in took
    whole = took.count("message") == 2
    assert ended in (("terminator", "end_of_body") if whole else ("closed", "error"))


def test_interrupted_stream_that_ends_with_its_body(harbour_package: Any) -> None:
    package = harbour_package
    with Server(LINES) as server, package.Client(base_url=server.url) as client:
        messages = client.read_log(url=server.url)
        assert_true(poll(messages, package), messages.ended)


def test_interrupted_stream_whose_end_is_declared(package: Any) -> None:
    with Server(CHUNKS) as server, package.Client("k", base_url=server.url) as client:
        messages = client.stream_chat_completion_chunks({})
        assert_true(poll(messages, package), messages.ended)


def test_cancelled_stream_that_ends_with_its_body(harbour_package: Any) -> None:
    async def consume(server: Server) -> None:
        async with harbour_package.AsyncClient(base_url=server.url) as client:
            messages = client.read_log(url=server.url)
            assert_true(await poll_awaited(messages, harbour_package), messages.ended)

    with Server(LINES) as server:
        asyncio.run(consume(server))


def test_cancelled_stream_whose_end_is_declared(package: Any) -> None:
    async def consume(server: Server) -> None:
        async with package.AsyncClient("k", base_url=server.url) as client:
            messages = client.stream_chat_completion_chunks({})
            assert_true(await poll_awaited(messages, package), messages.ended)

    with Server(CHUNKS) as server:
        asyncio.run(consume(server))


def test_cancelled_opening_does_not_send_the_request_again(package: Any) -> None:
    async def consume(server: Server) -> None:
        async with package.AsyncClient("k", base_url=server.url) as client:
            messages = client.stream_chat_completion_chunks({})
            for _ in range(3):
                with suppress(TimeoutError, StopAsyncIteration, package.APIError):
                    await asyncio.wait_for(anext(messages), 0.1)

    with Server(raw("hold")) as server:
        asyncio.run(consume(server))
        assert len(server.requests) == 1
