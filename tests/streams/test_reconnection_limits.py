"""How long and how often a stream waits to be taken up again."""

from __future__ import annotations

import threading
from itertools import pairwise

from tests.consuming import Consumer
from tests.server import Server, raw, stream
from tests.streams.resuming import OVER, arrival, follow, ships


def test_reconnection_time_of_the_document(harbour: Consumer) -> None:
    with Server(stream(arrival("a", "1")), OVER) as server:
        assert follow(harbour, server).seconds < 1  # 20 ms, not the usual seconds


def test_reconnection_time_of_the_stream(harbour: Consumer) -> None:
    first = stream(b"retry: 200\n\n", arrival("a", "1"))
    with Server(first, stream(arrival("b", "2")), OVER) as server:
        follow(harbour, server)
        times = [request.at for request in server.requests]
    assert all(later - earlier >= 0.19 for earlier, later in pairwise(times))


def test_reconnection_time_without_end(harbour: Consumer) -> None:
    first = stream(b"retry: 999999999999999999\n\n", arrival("a", "1"))
    with Server(first, OVER) as server:
        outcome = follow(harbour, server, timeout=harbour.package.Timeout(total=0.2))
    assert outcome.error_name == "APITimeoutError"
    assert outcome.error.kind == "total"


def test_reconnection_time_that_only_closing_ends(harbour: Consumer) -> None:
    package = harbour.package
    first = stream(b"retry: 999999999999999999\n\n", arrival("a", "1"))
    with Server(first) as server, package.Client(base_url=server.url) as client:
        messages = client.follow_berth(berth="7")
        timer = threading.Timer(0.2, messages.close)
        timer.start()
        assert len(list(messages)) == 1
        timer.join()
        assert messages.ended == "closed"


def test_attempts_are_bounded(harbour: Consumer) -> None:
    with Server(stream(arrival("a", "1")), raw("close")) as server:
        outcome = follow(harbour, server)
        assert 2 < len(server.requests) < 30
    assert outcome.error_name == "APIConnectionError"
    assert outcome.error.__cause__ is not None
    assert outcome.error.received == 1
    assert outcome.stream.ended == "error"


def test_streams_without_an_event_are_attempts(harbour: Consumer) -> None:
    with Server(stream(arrival("a", "1")), stream(b": nothing\n\n")) as server:
        outcome = follow(harbour, server)
        assert len(server.requests) < 30
    assert outcome.error_name == "APIConnectionError"


def test_each_event_allows_further_attempts(harbour: Consumer) -> None:
    answers = [stream(arrival(str(number), str(number))) for number in range(20)]
    with Server(*answers, OVER) as server:
        outcome = follow(harbour, server)
    assert not outcome.error
    assert ships(outcome) == [str(number) for number in range(20)]
    assert outcome.stream.stats.reconnects == 19


def test_total_limit_spans_all_connections(harbour: Consumer) -> None:
    timeout = harbour.package.Timeout(total=0.3)
    answers = [stream(arrival(str(number), str(number)), 0.05) for number in range(60)]
    with Server(*answers) as server:
        outcome = follow(harbour, server, timeout=timeout)
    assert outcome.error_name == "APITimeoutError"
    assert outcome.error.kind == "total"
    assert outcome.seconds < 0.9
