"""Streams and clients that are dropped without being closed: nothing is leaked, no warning made."""

from __future__ import annotations

import asyncio
import gc
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from tests.server import Answer, Server, stream
from tests.streams.events import DONE, chunk

SILENT = stream(chunk("a"), "hold")


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
