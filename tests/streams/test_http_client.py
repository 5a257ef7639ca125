"""The caller's own HTTP client: its transport is used, and nothing else of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx2
import pytest

from tests.consuming import CREDENTIAL, Consumer, Kind, Outcome, collect, collect_awaited
from tests.server import Server, stream, whole
from tests.streams.events import DONE, chunk, contents

HEADERS = {"content-type": "text/event-stream"}


class Pieces(httpx2.SyncByteStream, httpx2.AsyncByteStream):
    """A body in pieces, in memory."""

    def __init__(self, *pieces: bytes | Exception) -> None:
        self.pieces, self.closed = pieces, False

    def __iter__(self) -> Iterator[bytes]:
        for piece in self.pieces:
            if isinstance(piece, Exception):
                raise piece
            yield piece

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self:
            yield piece

    def close(self) -> None:
        self.closed = True

    async def aclose(self) -> None:
        self.closed = True


def consume(
    kind: Kind, package: Any, base_url: str, options: dict[str, Any], **http: Any
) -> Outcome:
    """Consume two streams by a client that uses one of the caller's; that stays open."""
    settings = {"api_key": CREDENTIAL, "base_url": base_url, "max_retries": 0}
    if kind == "sync":
        with httpx2.Client(**http) as own:
            outcomes: list[Outcome] = []
            for _ in range(2):
                with package.Client(http_client=own, **settings) as client:
                    outcomes.append(collect(client.stream_chat_completion_chunks({}, **options)))
            assert not own.is_closed
            return outcomes[-1]

    async def consume_awaited() -> Outcome:
        async with httpx2.AsyncClient(**http) as own:
            outcomes: list[Outcome] = []
            for _ in range(2):
                async with package.AsyncClient(http_client=own, **settings) as client:
                    messages = client.stream_chat_completion_chunks({}, **options)
                    outcomes.append(await collect_awaited(messages))
            assert not own.is_closed
            return outcomes[-1]

    return asyncio.run(consume_awaited())


def test_its_pool_is_used(kind: Kind, package: Any) -> None:
    with Server(stream(chunk(), DONE)) as server:
        assert consume(kind, package, server.url, {}).error is None
        assert (len(server.requests), server.connections) == (2, 1)


def test_its_auth_does_not_override_ours(kind: Kind, package: Any) -> None:
    with Server(stream(chunk(), DONE)) as server:
        assert not consume(kind, package, server.url, {}, auth=("user", "password")).error
        sent = {request.headers["authorization"] for request in server.requests}
    assert sent == {f"Bearer {CREDENTIAL}"}


def test_its_limits_and_redirects_do_not_matter(kind: Kind, package: Any) -> None:
    slow = stream(0.15, chunk(), 0.15, DONE)
    with Server(slow) as server:
        assert not consume(kind, package, server.url, {}, timeout=0.05).error
    with Server(whole(status=302, headers={"Location": "/x"})) as server:
        outcome = consume(kind, package, server.url, {}, follow_redirects=True)
        assert outcome.error.status_code == 302
        assert len(server.requests) == 2


def test_its_own_headers_do_not_replace_what_a_stream_needs(kind: Kind, package: Any) -> None:
    headers = {"Accept": "text/html", "X-Own": "1"}
    with Server(stream(chunk(), DONE)) as server:
        assert not consume(kind, package, server.url, {}, headers=headers).error
        assert server.requests[0].headers["accept"] == "text/event-stream"
        assert server.requests[0].headers["accept-encoding"] == "identity"


def test_transport_in_memory(kind: Kind, package: Any) -> None:
    seen: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        seen.append(request)
        return httpx2.Response(200, headers=HEADERS, stream=Pieces(chunk("a"), chunk("b"), DONE))

    outcome = consume(kind, package, "http://x", {}, transport=httpx2.MockTransport(answer))
    assert contents(outcome.messages) == ["a", "b"]
    assert outcome.stream.ended == "terminator"
    assert str(seen[0].url) == "http://x/chat/completions"
    assert seen[0].headers["authorization"] == f"Bearer {CREDENTIAL}"


def test_body_of_a_transport_in_memory_is_closed(kind: Kind, package: Any) -> None:
    bodies = [Pieces(chunk("a"), DONE), Pieces(chunk("a"), chunk("b"))]
    waiting = list(bodies)

    def answer(_: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, headers=HEADERS, stream=waiting.pop(0))

    outcome = consume(kind, package, "http://x", {}, transport=httpx2.MockTransport(answer))
    assert outcome.error_name == "StreamTruncatedError"
    assert [body.closed for body in bodies] == [True, True]


@pytest.mark.parametrize(
    "failure",
    [
        httpx2.ReadError("broken"),
        httpx2.RemoteProtocolError("broken"),
        httpx2.ReadTimeout("broken"),
        httpx2.DecodingError("broken"),
        OSError("broken"),
        ConnectionResetError("broken"),
    ],
    ids=lambda failure: type(failure).__name__,
)
def test_failures_of_a_transport_are_ours(kind: Kind, package: Any, failure: Exception) -> None:
    def break_off(_: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, headers=HEADERS, stream=Pieces(chunk("a"), failure))

    def refuse(_: httpx2.Request) -> httpx2.Response:
        raise failure

    for answer, received in ((break_off, 1), (refuse, 0)):
        transport = httpx2.MockTransport(answer)
        outcome = consume(kind, package, "http://x", {}, transport=transport)
        assert isinstance(outcome.error, package.APIConnectionError)
        assert outcome.error.__cause__ is failure
        assert outcome.error.received == received


def test_request_without_a_credential_may_use_its_auth(vault: Consumer) -> None:
    if vault.kind == "async":
        pytest.skip("the blocking client shows it")
    with Server(stream()) as server, httpx2.Client(auth=("user", "password")) as own:
        vault(server.url, method="without_any", client={"http_client": own})
        assert server.requests[0].headers.get("authorization", "Basic").startswith("Basic")


def test_cookies_of_the_server_are_not_kept_for_others(package: Any) -> None:
    """What a server sets stays with the caller's client, as with any other request."""
    headers = {**HEADERS, "Set-Cookie": "a=b"}
    with Server(stream(chunk(), DONE, headers=headers)) as server:
        with package.Client("k", base_url=server.url) as client:
            for _ in range(2):
                list(client.stream_chat_completion_chunks({}))
        assert len(server.requests) == 2


def test_logger_is_named_as_the_package(
    kind: Kind, package: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with Server(stream(chunk(), DONE)) as server:
        consume(kind, package, server.url, {})
    ours = [record for record in caplog.records if record.name == package.__name__]
    text = "\n".join(record.getMessage() for record in ours)
    assert "POST" in text
    assert "200" in text
    assert "terminator" in text
