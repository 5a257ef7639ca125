"""The table of event streams and what they hold, fed to the parser in every way they can be cut."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_TABLE = Path(__file__).parent.parent / "data" / "vectors.json"
_SHORT = 4096
"""Bytes up to which a stream is cut at every place; a longer one at its ends and here and there."""
_STRIDE = 9973


@dataclass(frozen=True)
class Vector:
    """An event stream and what it holds."""

    name: str
    stream: bytes
    events: list[dict[str, Any]]
    last_event_id: str
    reconnection_time: int | None
    chunks: tuple[bytes, ...] | None
    eager_counts: list[int] | None
    """How many events are out after each of the chunks."""
    lenient_retry: bool
    """Whether another reconnection time would do: a huge one may be clamped."""
    content_type: str


def read_vectors() -> list[Vector]:
    """The whole table."""
    return [_vector(entry) for entry in json.loads(_TABLE.read_text(encoding="utf-8"))]


def _vector(entry: dict[str, Any]) -> Vector:
    return Vector(
        name=entry["name"],
        stream=b64decode(entry["input_b64"]),
        events=entry["expected"],
        last_event_id=entry["last_event_id"],
        reconnection_time=entry["reconnection_time_ms"],
        chunks=tuple(map(b64decode, entry["chunks_b64"])) if "chunks_b64" in entry else None,
        eager_counts=entry.get("eager_counts"),
        lenient_retry="lenient-retry" in entry["tags"],
        content_type=entry.get("content_type", "text/event-stream"),
    )


def ways(vector: Vector) -> Iterator[Sequence[bytes]]:
    """The ways to feed a stream: whole, byte by byte, in its chunks, cut in two at every place."""
    stream = vector.stream
    yield [stream]
    yield [stream[at : at + 1] for at in range(len(stream))]
    if vector.chunks is not None:
        yield vector.chunks
    for at in range(len(stream) + 1):
        if len(stream) <= _SHORT or min(at, len(stream) - at) < 99 or at % _STRIDE == 0:
            yield [stream[:at], stream[at:]]


def failures(package: Any, vector: Vector) -> Iterator[str]:
    """What a package's parser makes of a vector that it shouldn't."""
    for chunks in ways(vector):
        parser = package.parser.EventStreamParser()
        events: list[dict[str, Any]] = []
        counts: list[int] = []
        for chunk in chunks:
            events += [_fields(event, vector) for event in parser.feed(chunk)]
            counts.append(len(events))
        how = "byte by byte" if len(chunks) > 2 else f"as {[len(chunk) for chunk in chunks]} bytes"
        if events != [_without_retry(event, vector) for event in vector.events]:
            yield f"{vector.name}, {how}: {events} and not {vector.events}"
        if parser.last_event_id != vector.last_event_id:
            yield f"{vector.name}, {how}: last event ID {parser.last_event_id!r}"
        if not vector.lenient_retry and parser.reconnection_time != vector.reconnection_time:
            yield f"{vector.name}, {how}: reconnection time {parser.reconnection_time}"
        if chunks is vector.chunks and vector.eager_counts not in (None, counts):
            yield f"{vector.name}: {counts} events after its chunks and not {vector.eager_counts}"


def _fields(event: Any, vector: Vector) -> dict[str, Any]:
    return _without_retry(
        {"event": event.event, "data": event.data, "id": event.id, "retry": event.retry}, vector
    )


def _without_retry(event: dict[str, Any], vector: Vector) -> dict[str, Any]:
    return {**event, "retry": None} if vector.lenient_retry else event
