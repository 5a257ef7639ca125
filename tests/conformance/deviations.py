"""Streams as real servers sent them: each has the outcome that is expected of it."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.consuming import Consumer, Outcome
from tests.reference import interpret
from tests.server import Answer, Server, Step, stream, whole

_TABLE = Path(__file__).parent.parent / "data" / "deviations.json"
_MEBIBYTE = 1024 * 1024
_PADDING = re.compile(rb"A{64,}")
"""What is drawn out to try another size."""

BOUNDS = {"connect": 5.0, "first_event": 5.0, "idle": 0.3}
"""Seconds that a stream may take; a server that stalls does it for longer."""


@dataclass(frozen=True)
class Deviation:
    """A stream, how it is served, and what is to come of it."""

    name: str
    body: bytes
    outcome: str
    status: int
    headers: dict[str, str]
    transport: str
    chunking: str
    size: int
    """How long its padding is drawn out; 0 if not at all."""

    def __str__(self) -> str:
        return f"{self.name}-{self.size}" if self.size else self.name


def read_deviations() -> Iterator[Deviation]:
    """The whole table; a stream that is tried at several sizes comes several times."""
    for entry in json.loads(_TABLE.read_text(encoding="utf-8")):
        body = entry["stream"].encode()
        for shown, sent in entry.get("raw_replace", {}).items():
            body = body.replace(bytes.fromhex(shown), bytes.fromhex(sent))
        for size in entry.get("scale_to", [0]):
            yield Deviation(
                name=entry["name"],
                body=body,
                outcome=entry["expected_outcome"],
                status=entry["http"]["status"],
                headers=entry["http"]["headers"],
                transport=entry.get("transport", ""),
                chunking=entry.get("chunking", ""),
                size=size,
            )


def consume(consumer: Consumer, deviation: Deviation, **client: Any) -> Outcome:
    """Serve a deviation to a client, over HTTP."""
    timeout = consumer.package.Timeout(**BOUNDS)
    with Server(_answer(deviation)) as server:
        options = {"max_retries": 0, "timeout": timeout, **client}
        return consumer(server.url, client=options, go_on=deviation.outcome == "ok")


def failures(consumer: Consumer, deviation: Deviation, outcome: Outcome) -> Iterator[str]:
    """What is wrong with the outcome of a deviation."""
    where, package, error = f"{deviation} ({consumer.kind})", consumer.package, outcome.error
    if error is not None and not isinstance(error, package.APIError):
        yield f"{where}: foreign exception {error!r}"
    if deviation.outcome == "ok" and error is not None:
        yield f"{where}: {error!r}"
    if deviation.outcome == "ok" and outcome.passed_over:
        yield f"{where}: {outcome.passed_over}"
    if deviation.outcome == "error_raised" and error is None:
        yield f"{where}: no error, ended by {outcome.stream.ended}"
    if deviation.outcome == "truncated_raised" and not isinstance(
        error, package.APIConnectionError
    ):
        yield f"{where}: {error!r}, ended by {outcome.stream.ended}, is not reported as truncated"
    if error is None and not deviation.size:
        delivered = [json.loads(it.model_dump_json(exclude_unset=True)) for it in outcome.messages]
        if delivered != payloads(deviation):
            yield f"{where}: delivered {delivered}"


def payloads(deviation: Deviation) -> list[Any]:
    """The JSON values that a stream without errors is to deliver."""
    found: list[Any] = []
    for event in interpret(deviation.body + b"\n\n").events:
        if event.data == "[DONE]":
            break
        if event.event == "message" and event.data.strip():
            found.append(json.loads(event.data))
    return found


def _answer(deviation: Deviation) -> Answer:
    if deviation.status != 200:
        return whole(deviation.body, status=deviation.status, headers=deviation.headers)
    steps: list[Step] = [*_pieces(deviation)]
    if deviation.transport == "incomplete_chunked_read":
        steps.append("close")
    elif deviation.transport in ("stays_open", "stalls"):
        steps.append("hold")
    return stream(*steps, headers=deviation.headers)


def _pieces(deviation: Deviation) -> Iterator[Step]:
    """The body in pieces: an event each, unless the deviation is in that."""
    body = deviation.body
    if deviation.transport == "gzip":
        yield from _compressed(body, deviation.size)
    elif deviation.chunking == "1 byte":
        for at in range(len(body)):
            yield from (body[at : at + 1], 0.0)
    elif deviation.chunking == "one piece":
        yield body
    else:
        body = _PADDING.sub(b"A" * deviation.size, body) if deviation.size else body
        yield from re.split(rb"(?<=\n\n)", body)


def _compressed(body: bytes, size: int) -> Iterator[bytes]:
    """A body compressed, its padding drawn out: a flushed piece that repeats is made only once."""
    before, _, after = body.partition(b"A" * 64)
    compressor = zlib.compressobj(wbits=31)
    yield compressor.compress(before) + compressor.flush(zlib.Z_FULL_FLUSH)
    piece = compressor.compress(b"A" * _MEBIBYTE) + compressor.flush(zlib.Z_FULL_FLUSH)
    yield from [piece] * (size // _MEBIBYTE)
    yield compressor.compress(after) + compressor.flush()
