"""The parser against the reference implementation, over random streams and random cuts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from hypothesis import given, settings, strategies

from tests.reference import Event, interpret

_PIECES: list[bytes] = [
    *(
        b"\n",
        b"\r",
        b"\r\n",
        b"\n\n",
        b"\r\r",
        b"\r\n\r\n",
        b"\n\r",
        b" ",
        b"  ",
        b":",
        b"::",
        b": ",
    ),
    *(b"data", b"data:", b"data: ", b"data:  ", b"event", b"event:", b"event: ", b"id", b"id:"),
    *(b"id: ", b"retry", b"retry:", b"retry: ", b"Data: ", b"dat", b"a:", b"datax: ", b" data: "),
    *(b"0", b"7", b"10", b"-1", b"1.5", b"\xd9\xa1", b"x", b"message", b"error", b"[DONE]", b"{}"),
    *(b"\0", b"\t", b"\x0b", b"\x0c", b"\x1c", b"\x85", b"\xc2\x85", b"\xe2\x80\xa8"),
    *(b"\xef\xbb\xbf", b"\xef", b"\xbb", b"\xbf", b"\xff", b"\xe9", b"\xc3", b"\xa9", b"\xc3\xa9"),
    *(b"\xf0\x9f\xa6\x80", b"\xf0\x9f", b"\xed\xa0\x80", b"\xc0\x80", b"\xe0\x80", b"\xf4\x90"),
]
"""Line ends, field names, digits and what looks like them, byte order marks, broken UTF-8."""

_BLOCKS: list[bytes] = [
    b"data: x\n\n",
    b"id: 1\ndata:y\r\n\r\n",
    b"id\n\n",
    b"retry: 5\r\r",
    b":\n",
]

streams = strategies.lists(
    strategies.sampled_from(_PIECES)
    | strategies.sampled_from(_BLOCKS)
    | strategies.binary(max_size=3),
    max_size=40,
).map(b"".join)
"""Random event streams; most of what they hold means something."""

cuts = strategies.lists(strategies.floats(0, 1), max_size=8)
"""Where a stream is cut, as fractions of its length; no places: byte by byte."""


def pieces(stream: bytes, places: Sequence[float]) -> list[bytes]:
    """Cut a stream at fractions of its length, or after every byte."""
    if not places:
        return [stream[at : at + 1] for at in range(len(stream))]
    ends = [0, *sorted(int(place * len(stream)) for place in places), len(stream)]
    return [stream[start:end] for start, end in pairwise(ends)]


def disagreements(package: Any, stream: bytes, places: Sequence[float]) -> Iterator[str]:
    """How a package's parser differs from the reference: after each piece, and so at the end."""
    parser = package.parser.EventStreamParser()
    events: list[Event] = []
    fed = b""
    for piece in pieces(stream, places):
        events += [Event(*event) for event in parser.feed(piece)]
        fed += piece
        expected = interpret(fed)
        if events != expected.events:
            yield f"after {fed!r}: {events} and not {expected.events}"
        if parser.last_event_id != expected.last_event_id:
            yield f"after {fed!r}: last event ID {parser.last_event_id!r}"
        if parser.reconnection_time != expected.reconnection_time:
            yield f"after {fed!r}: reconnection time {parser.reconnection_time}"


def try_cases(package: Any, count: int) -> tuple[int, list[str]]:
    """How many random cases were tried, and what disagreed; for a test, shrinking is better."""
    tried, found = 0, list[str]()

    @settings(max_examples=count, deadline=None, database=None)
    @given(streams, cuts)
    def compare(stream: bytes, places: list[float]) -> None:
        nonlocal tried
        tried += 1
        found.extend(disagreements(package, stream, places))

    compare()
    return tried, found
