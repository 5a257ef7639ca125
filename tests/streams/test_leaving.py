"""Streams that are left: early, by an exception, or as their task is cancelled."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server import Answer, Server, Step, raw, stream, whole
from tests.streams.events import DONE, chunk

ENDLESS: list[Step] = [chunk("x" * 1000)] * 50_000
SILENT = stream(chunk("a"), "hold")


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
        async for _ in messages:
            pass


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
