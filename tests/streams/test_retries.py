"""Asking again before an answer came: when, how often, after which wait."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise

import pytest

from tests.consuming import Consumer
from tests.server import Answer, Server, raw, stream, whole
from tests.streams.events import DONE, chunk

NOW = {"Retry-After": "0"}
GOOD = stream(chunk(), DONE)


def waits(server: Server) -> list[float]:
    """Seconds between the requests."""
    times = [request.at for request in server.requests]
    return [later - earlier for earlier, later in pairwise(times)]


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 504, 529])
def test_status_that_may_pass(chat: Consumer, status: int) -> None:
    again = raw(b"HTTP/1.1 %d X\r\nContent-Length: 2\r\nRetry-After: 0\r\n\r\n{}" % status)
    with Server(again, again, GOOD) as server:
        outcome = chat(server.url)
        assert not outcome.error
        assert len(server.requests) == 3
        assert len({request.body for request in server.requests}) == 1
        assert server.connections == 1


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 410, 413, 422, 425])
def test_status_that_stays(chat: Consumer, status: int) -> None:
    with Server(whole(status=status, headers=NOW), GOOD) as server:
        assert chat(server.url).error.status_code == status
        assert len(server.requests) == 1


@pytest.mark.parametrize("broken", [raw("reset"), raw(b"HTTP/1.1 2", "close")])
def test_connection_that_may_work_the_next_time(chat: Consumer, broken: Answer) -> None:
    with Server(broken, GOOD) as server:
        assert not chat(server.url).error
        assert len(server.requests) == 2


@pytest.mark.parametrize("allowed", [0, 1, 3])
def test_number_of_retries(chat: Consumer, allowed: int) -> None:
    with Server(whole(status=503, headers=NOW)) as server:
        assert chat(server.url, max_retries=allowed).error_name == "InternalServerError"
        assert len(server.requests) == 1 + allowed
    with Server(whole(status=503, headers=NOW)) as server:
        assert chat(server.url, client={"max_retries": allowed}).error_name
        assert len(server.requests) == 1 + allowed


def test_two_retries_by_default(chat: Consumer) -> None:
    with Server(whole(status=500, headers=NOW)) as server:
        chat(server.url)
        assert len(server.requests) == 3


def test_waits_grow(chat: Consumer) -> None:
    with Server(whole(status=500)) as server:
        chat(server.url)
        first, second = waits(server)
    assert 0.1 < first < second < 4


def test_wait_that_the_server_asks_for(chat: Consumer) -> None:
    with Server(whole(status=429, headers={"Retry-After": "1"}), GOOD) as server:
        assert not chat(server.url).error
        assert 0.9 < waits(server)[0] < 3


def test_wait_until_a_date(chat: Consumer) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    with Server(whole(status=429, headers={"Retry-After": date})) as server:
        assert 20 < chat(server.url, max_retries=0).error.retry_after <= 30


@pytest.mark.parametrize("header", ["61", "86400", "9" * 500, "date"])
def test_wait_that_is_too_long_raises_at_once(chat: Consumer, header: str) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(hours=2), usegmt=True)
    headers = {"Retry-After": date if header == "date" else header}
    with Server(whole(status=429, headers=headers), GOOD) as server:
        outcome = chat(server.url)
        assert outcome.error_name == "RateLimitError"
        assert outcome.error.retry_after > 60
        assert outcome.error.retryable
        assert len(server.requests) == 1


@pytest.mark.parametrize(
    "header",
    [
        "",
        "soon",
        "-1",
        "1e3",
        "NaN",
        "inf",
        "\xb2",
        "0x1",
        "99999-01-01",
        "Mon, 99 Foo 2026",
        "1,2",
    ],
)
def test_garbage_is_ignored(chat: Consumer, header: str) -> None:
    with Server(whole(status=503, headers={"Retry-After": header})) as server:
        error = chat(server.url, max_retries=0).error
    assert type(error).__name__ == "InternalServerError"
    assert error.retry_after is None


def test_garbage_keeps_nothing_from_being_tried_again(chat: Consumer) -> None:
    with Server(whole(status=503, headers={"Retry-After": "soon"}), GOOD) as server:
        assert not chat(server.url).error
        assert waits(server)[0] < 2


def test_date_that_is_past_is_now(chat: Consumer) -> None:
    past = {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}
    with Server(whole(status=503, headers=past), GOOD) as server:
        assert not chat(server.url).error
        assert waits(server)[0] < 2


def test_seconds_reach_the_caller(chat: Consumer) -> None:
    with Server(whole(status=429, headers={"Retry-After": "7"})) as server:
        assert chat(server.url, max_retries=0).error.retry_after == 7


def test_post_that_was_not_answered_in_time_is_not_repeated(chat: Consumer) -> None:
    with Server(raw("hold"), GOOD) as server:
        outcome = chat(server.url, timeout=0.2)
        assert outcome.error.kind == "first_event"
        assert len(server.requests) == 1


def test_get_that_was_not_answered_in_time_is_repeated(harbour: Consumer) -> None:
    answers = (raw("hold"), stream(b"data: {}\n\n"))
    with Server(*answers) as server:
        harbour(server.url, method="follow_berth", timeout=0.2, reconnect=False)
        assert len(server.requests) == 2


def test_stream_that_was_open_is_not_asked_for_again(chat: Consumer) -> None:
    with Server(stream(), GOOD) as server:
        assert chat(server.url).error_name == "StreamTruncatedError"
        assert len(server.requests) == 1
    with Server(stream(0.01, "reset"), GOOD) as server:
        assert chat(server.url).error_name == "APIConnectionError"
        assert len(server.requests) == 1


def test_wait_counts_as_part_of_the_whole(chat: Consumer) -> None:
    with Server(whole(status=503, headers={"Retry-After": "30"}), GOOD) as it:
        outcome = chat(it.url, timeout=chat.package.Timeout(total=0.3))
        assert outcome.seconds < 1
        assert outcome.error_name in ("APITimeoutError", "InternalServerError")
