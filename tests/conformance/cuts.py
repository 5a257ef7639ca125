"""Streams that are cut: a stream is reported complete only if its declared end had arrived."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Literal

from tests.conformance.examples import ExampleStream
from tests.consuming import Outcome, call, collect, collect_awaited, credentials
from tests.server import Answer, Request, Server, stream

How = Literal["clean", "reset"]
"""How a body ends where it is cut: by its last chunk, or with the connection."""

Cut = tuple[int, How]


def every_cut(example: ExampleStream, stride: int = 1) -> list[Cut]:
    """Every place to cut a stream at, in either way; or every so manieth, and those at its end."""
    size = len(example.body)
    places = [at for at in range(size + 1) if at % stride == 0 or at > size - 20]
    return list(product(places, ("clean", "reset")))


def outcomes(example: ExampleStream, cuts: Sequence[Cut]) -> Iterator[tuple[Cut, Outcome]]:
    """What the client makes of a stream that is cut at each of the places."""
    with (
        Server(lambda request: _answer(example, request)) as server,
        example.package.Client(**_settings(example, server)) as client,
    ):
        for cut in cuts:
            yield cut, collect(call(client, example.method, _options(example, cut)))


def outcomes_awaited(example: ExampleStream, cuts: Sequence[Cut]) -> Iterator[tuple[Cut, Outcome]]:
    """As `outcomes`, of the asynchronous client."""

    async def consume(server: Server) -> list[Outcome]:
        async with example.package.AsyncClient(**_settings(example, server)) as client:
            return [
                await collect_awaited(call(client, example.method, _options(example, cut)))
                for cut in cuts
            ]

    with Server(lambda request: _answer(example, request)) as server:
        found = asyncio.run(consume(server))
    yield from zip(cuts, found, strict=True)


def is_silent(example: ExampleStream, cut: Cut, outcome: Outcome) -> bool:
    """Whether a stream without its declared end was reported complete."""
    return cut[0] < example.complete_from and outcome.error is None


def failures(example: ExampleStream, cut: Cut, outcome: Outcome) -> Iterator[str]:
    """What is wrong with the outcome of a cut."""
    (at, how), error = cut, outcome.error
    arrived = [it for it, end in zip(example.payloads, example.ends, strict=True) if end <= at]
    where = f"{example} cut at {at} of {len(example.body)} bytes ({how})"
    if is_silent(example, cut, outcome):
        yield f"{where}: reported complete"
    if at >= example.complete_from and error is not None:
        yield f"{where}: {error!r} though its end had arrived"
    if [_json(message) for message in outcome.messages] != arrived:
        yield f"{where}: {len(outcome.messages)} messages and not the {len(arrived)} that arrived"
    if error is None:
        return
    if not isinstance(error, example.package.APIConnectionError):
        yield f"{where}: {error!r} is no APIConnectionError"
    elif how == "clean" and not isinstance(error, example.package.StreamTruncatedError):
        yield f"{where}: {error!r} is no StreamTruncatedError"
    elif error.received != len(arrived):
        yield f"{where}: says that {error.received} messages were received"


def _answer(example: ExampleStream, request: Request) -> Answer:
    at, how = int(request.headers["cut-at"]), request.headers["cut-how"]
    body = example.body[:at]
    return stream(body, "reset") if how == "reset" else stream(body)


def _settings(example: ExampleStream, server: Server) -> dict[str, Any]:
    return {"base_url": server.url, "max_retries": 0, **credentials(example.package)}


def _options(example: ExampleStream, cut: Cut) -> dict[str, Any]:
    return {**example.options, "headers": {"Cut-At": str(cut[0]), "Cut-How": cut[1]}}


def _json(message: Any) -> Any:
    if hasattr(message, "model_dump_json"):
        return json.loads(message.model_dump_json(exclude_unset=True))
    return message
