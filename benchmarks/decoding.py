"""Decoding in memory against openai-python: `python -m benchmarks.decoding`.

Both clients read the same bytes, with their shipped defaults, from an httpx2 transport that holds
them in memory, and make messages of them. They take turns; the ratio is what counts, since times
on a busy machine say little.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from statistics import median
from time import process_time
from typing import Any

import httpx2
from openai import AsyncOpenAI, OpenAI

from tests.packages import committed

EVENTS = 3000
ROUNDS = 9
READ = 65536
URL = "http://memory.invalid"


def event(number: int) -> bytes:
    """An event of a chat completion, of the size that they have: 326 bytes."""
    delta = {"role": None, "content": f"{number:5}"}
    choice = {"index": 0, "delta": delta, "finish_reason": None, "logprobs": None}
    payload = {
        "id": "chatcmpl-abc123",
        "object": "chat.completion.chunk",
        "created": 1750464000,
        "model": "meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8",
        "choices": [choice],
        "system_fingerprint": "fp_44709d6fcb",
        "usage": None,
        "service_tier": "default-on-demand",
    }
    return f"data: {json.dumps(payload, separators=(',', ':'))}\n\n".encode()


def reads() -> dict[str, list[bytes]]:
    """The stream in the pieces that are read."""
    pieces = [*map(event, range(EVENTS)), b"data: [DONE]\n\n"]
    body = b"".join(pieces)
    return {
        "one event a read": pieces,
        "64 KiB reads": [body[at : at + READ] for at in range(0, len(body), READ)],
    }


class Body(httpx2.SyncByteStream, httpx2.AsyncByteStream):
    """An answer's body, in memory."""

    def __init__(self, pieces: Sequence[bytes]) -> None:
        self._pieces = pieces

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._pieces)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            yield piece


def transport(pieces: Sequence[bytes]) -> httpx2.MockTransport:
    """A transport that answers every request with the stream."""
    headers = {"content-type": "text/event-stream"}
    return httpx2.MockTransport(
        lambda _: httpx2.Response(200, headers=headers, stream=Body(pieces))
    )


def ours(pieces: Sequence[bytes]) -> float:
    """CPU seconds that the generated client takes for a message."""
    with httpx2.Client(transport=transport(pieces)) as http_client:
        client = committed("centml_sse").Client("k", base_url=URL, http_client=http_client)
        with client.stream_chat_completion_chunks({}) as stream:
            return _drain(stream)


def theirs(pieces: Sequence[bytes]) -> float:
    """CPU seconds that openai-python takes for a message."""
    with httpx2.Client(transport=transport(pieces)) as http_client:
        client = OpenAI(api_key="k", base_url=URL, http_client=http_client)
        with client.chat.completions.create(model="m", messages=[], stream=True) as stream:
            return _drain(stream)


def ours_awaited(pieces: Sequence[bytes]) -> float:
    """As `ours`, with the asynchronous client."""

    async def consume() -> float:
        async with httpx2.AsyncClient(transport=transport(pieces)) as http_client:
            client = committed("centml_sse").AsyncClient("k", base_url=URL, http_client=http_client)
            async with client.stream_chat_completion_chunks({}) as stream:
                return await _drain_awaited(stream)

    return asyncio.run(consume())


def theirs_awaited(pieces: Sequence[bytes]) -> float:
    """As `theirs`, with the asynchronous client."""

    async def consume() -> float:
        async with httpx2.AsyncClient(transport=transport(pieces)) as http_client:
            client = AsyncOpenAI(api_key="k", base_url=URL, http_client=http_client)
            completions: Any = client.chat.completions
            stream = await completions.create(model="m", messages=[], stream=True)
            return await _drain_awaited(stream)

    return asyncio.run(consume())


def _drain(stream: Any) -> float:
    started = process_time()
    count = sum(1 for _ in stream)
    assert count == EVENTS
    return (process_time() - started) / count


async def _drain_awaited(stream: Any) -> float:
    started = process_time()
    count = 0
    async for _ in stream:
        count += 1
    assert count == EVENTS
    return (process_time() - started) / count


Measure = Callable[[Sequence[bytes]], float]


def compare(name: str, mine: Measure, peer: Measure, pieces: Sequence[bytes]) -> None:
    """Let both take turns, and print how many times as fast the first is."""
    mine(pieces)
    peer(pieces)
    pairs = [(mine(pieces), peer(pieces)) for _ in range(ROUNDS)]
    ratio = median(second / first for first, second in pairs)
    best = min(first for first, _ in pairs) * 1e6, min(second for _, second in pairs) * 1e6
    print(f"{name:<30} {ratio:5.1f} x  ({best[0]:.1f} against {best[1]:.1f} us an event)")


def main() -> None:
    """Compare both kinds of clients over both kinds of reads."""
    print("as fast as openai-python:")
    for name, pieces in reads().items():
        compare(name, ours, theirs, pieces)
        compare(f"{name}, awaited", ours_awaited, theirs_awaited, pieces)


if __name__ == "__main__":
    main()
