"""Many streams at once, and one after another."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.server import Answer, Request, Server, Step, stream
from tests.streams.events import DONE, chunk, contents, event

MANY = 30


def echo(request: Request) -> Answer:
    """A stream of its own for each request, slow enough to overlap with others."""
    number = json.loads(request.body)["number"]
    steps: list[Step] = []
    for position in range(5):
        steps += [chunk(f"{number}.{position}"), 0.02]
    return stream(*steps, DONE)


def expected(number: int) -> list[str]:
    return [f"{number}.{position}" for position in range(5)]


def test_five_streams_take_one_connection(package: Any) -> None:
    with (
        Server(stream(chunk(), DONE)) as server,
        package.Client("k", base_url=server.url) as client,
    ):
        for _ in range(5):
            assert len(list(client.stream_chat_completion_chunks({}))) == 1
        assert (len(server.requests), server.connections) == (5, 1)


def test_five_awaited_streams_take_one_connection(package: Any) -> None:
    async def consume(server: Server) -> None:
        async with package.AsyncClient("k", base_url=server.url) as client:
            for _ in range(5):
                async with client.stream_chat_completion_chunks({}) as messages:
                    assert len([message async for message in messages]) == 1

    with Server(stream(chunk(), DONE)) as server:
        asyncio.run(consume(server))
        assert (len(server.requests), server.connections) == (5, 1)


def test_connection_that_the_server_closed_meanwhile(package: Any) -> None:
    """A connection of the pool that is dead is found out, or the request is tried again."""
    closing, staying = stream(chunk(), DONE, b"", "close"), stream(chunk(), DONE)
    with (
        Server(closing, staying) as server,
        package.Client("k", base_url=server.url) as client,
    ):
        for _ in range(3):
            assert len(list(client.stream_chat_completion_chunks({}))) == 1


def test_threads_share_a_client(package: Any) -> None:
    with Server(echo) as server, package.Client("k", base_url=server.url) as client:
        barrier = threading.Barrier(MANY)

        def consume(number: int) -> list[str]:
            barrier.wait(10)
            with client.stream_chat_completion_chunks({"number": number}) as messages:
                return contents(list(messages))

        with ThreadPoolExecutor(MANY) as pool:
            found = list(pool.map(consume, range(MANY)))
    assert found == [expected(number) for number in range(MANY)]


def test_tasks_share_a_client(package: Any) -> None:
    async def consume_all(server: Server) -> list[list[str]]:
        async with package.AsyncClient("k", base_url=server.url) as client:

            async def consume(number: int) -> list[str]:
                async with client.stream_chat_completion_chunks({"number": number}) as messages:
                    return contents([message async for message in messages])

            return list(await asyncio.gather(*map(consume, range(MANY))))

    with Server(echo) as server:
        found = asyncio.run(consume_all(server))
    assert found == [expected(number) for number in range(MANY)]


def test_more_than_a_hundred_streams_at_once(package: Any) -> None:
    count = 120

    async def open_all(server: Server) -> int:
        async with package.AsyncClient("k", base_url=server.url) as client:
            streams = [client.stream_chat_completion_chunks({}) for _ in range(count)]
            firsts = await asyncio.gather(*map(anext, streams))
            await asyncio.gather(*(it.aclose() for it in streams))
            return len(firsts)

    with Server(stream(chunk(), "hold")) as server:
        assert asyncio.run(open_all(server)) == count
        assert server.connections == count
        assert server.wait_until_idle()


def test_stream_that_waits_for_a_connection_times_out(package: Any) -> None:
    timeout = package.Timeout(connect=0.2)
    settings = {"max_connections": 1, "max_retries": 0, "timeout": timeout}
    with (
        Server(stream(chunk(), "hold")) as server,
        package.Client("k", base_url=server.url, **settings) as client,
    ):
        with client.stream_chat_completion_chunks({}) as messages:
            next(messages)
            with pytest.raises(package.APITimeoutError) as caught:
                next(client.stream_chat_completion_chunks({}))
            assert caught.value.kind == "connect"
        assert next(client.stream_chat_completion_chunks({})) is not None


def test_awaited_stream_that_waits_for_a_connection_times_out(package: Any) -> None:
    timeout = package.Timeout(connect=0.2)
    settings = {"max_connections": 1, "max_retries": 0, "timeout": timeout}

    async def consume(server: Server) -> None:
        async with package.AsyncClient("k", base_url=server.url, **settings) as client:
            async with client.stream_chat_completion_chunks({}) as messages:
                await anext(messages)
                with pytest.raises(package.APITimeoutError) as caught:
                    await anext(client.stream_chat_completion_chunks({}))
                assert caught.value.kind == "connect"
            assert await anext(client.stream_chat_completion_chunks({})) is not None

    with Server(stream(chunk(), "hold")) as server:
        asyncio.run(consume(server))


def test_stream_waits_until_another_leaves_its_connection(package: Any) -> None:
    with (
        Server(stream(0.1, chunk(), DONE)) as server,
        package.Client("k", base_url=server.url, max_connections=1) as client,
    ):

        def consume(_: int) -> int:
            return len(list(client.stream_chat_completion_chunks({})))

        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(consume, range(4))) == [1, 1, 1, 1]
        assert server.connections == 1


FAILURES: dict[str, Answer] = {
    "status": stream(*[b"x" * 4096] * 100, status=500),
    "status-that-stays": stream(b"x", "hold", status=400),
    "page": stream(b"x", "hold", headers={"Content-Type": "text/html"}),
    "error-event": stream(event({"error": "x"}), "hold"),
    "too-large": stream(b"data: " + b"x" * 5000, "hold"),
    "silence": stream(chunk(), "hold"),
    "cut": stream(chunk()),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_stream_that_failed_leaves_its_connection(package: Any, failure: str) -> None:
    timeout = package.Timeout(connect=2, first_event=0.2, idle=0.2)
    settings = {"max_connections": 1, "max_retries": 0, "max_event_size": 4096, "timeout": timeout}
    with (
        Server(FAILURES[failure], stream(chunk(), DONE)) as server,
        package.Client("k", base_url=server.url, **settings) as client,
    ):
        failed = client.stream_chat_completion_chunks({})
        with pytest.raises(package.APIError):
            list(failed)
        assert len(list(client.stream_chat_completion_chunks({}))) == 1
        assert failed.ended == "error"  # it is still there, and nobody closed it
