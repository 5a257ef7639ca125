"""What a stream tells of itself while it is read, and its raw events."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.consuming import Consumer
from tests.server import Server, stream
from tests.streams.events import DONE, chunk, event


@pytest.mark.parametrize("name", ["", "message"])
def test_raw_events_are_all_there(chat: Consumer, name: str) -> None:
    unknown = event({"type": "ping"}, name="ping")
    error = event({"error": {"message": "no"}}, name=name)
    garbled = event("garbled", id="5")
    body = [unknown, garbled, b"data\n\n", error, chunk("a"), DONE]
    with Server(stream(*body)) as server:
        outcome = chat(server.url, raw=True)
    assert outcome.error is None
    assert [it.data for it in outcome.messages][:3] == ['{"type": "ping"}', "garbled", ""]
    assert outcome.messages[-1].data == "[DONE]"
    assert len(outcome.messages) == len(body)
    assert outcome.stream.ended == "terminator"
    assert outcome.stream.stats.events == len(body) - 1
    assert outcome.stream.last_event_id == "5"


def test_raw_events_of_a_cut_stream(chat: Consumer) -> None:
    with Server(stream(chunk("a"))) as server:
        assert chat(server.url, raw=True).error_name == "StreamTruncatedError"
    with Server(stream(chunk("a"), 0.02, "reset")) as server:
        assert chat(server.url, raw=True).error_name == "APIConnectionError"


def test_statistics(chat: Consumer) -> None:
    pieces = [event({"type": "ping"}, name="ping"), chunk("a"), chunk("b", created="now"), DONE]
    with Server(stream(0.1, *pieces)) as server:
        outcome = chat(server.url)
    stats = outcome.stream.stats
    assert stats.events == 3
    assert stats.bytes == sum(map(len, pieces))
    assert 0.05 < stats.seconds_to_first_event < 2
    assert (stats.unknown_events, stats.undecodable, stats.drift, stats.reconnects) == (1, 0, 1, 0)


def test_state_is_of_what_was_delivered_not_of_what_was_parsed_ahead(package: Any) -> None:
    body = event({"type": "ping"}, name="ping", id="1") + chunk("a") + chunk("b") + DONE
    with (
        Server(stream(body)) as server,
        package.Client("k", base_url=server.url) as client,
        client.stream_chat_completion_chunks({}) as messages,
    ):
        assert (messages.ended, messages.event, messages.last_event_id) == (None, None, "")
        assert messages.stats.events == 0
        assert next(messages).choices[0].delta.content == "a"
        assert messages.event.data.startswith('{"id": "c1"')
        assert messages.last_event_id == "1"
        assert messages.stats.events == 2
        assert messages.ended is None
        assert next(messages).choices[0].delta.content == "b"
        assert messages.ended is None
        assert list(messages) == []
        assert messages.ended == "terminator"


def test_stream_opens_once(package: Any) -> None:
    with (
        Server(stream(chunk("a"), DONE)) as server,
        package.Client("k", base_url=server.url) as client,
    ):
        messages = client.stream_chat_completion_chunks({})
        assert not server.requests
        assert messages.open() is messages
        assert messages.open() is messages
        with messages as entered:
            assert entered is messages
            assert messages.response.status_code == 200
            assert iter(messages) is messages
            assert len(list(messages)) == 1
        assert len(server.requests) == 1


def test_awaited_stream_opens_once(package: Any) -> None:
    async def consume(server: Server) -> None:
        async with package.AsyncClient("k", base_url=server.url) as client:
            messages = client.stream_chat_completion_chunks({})
            assert await messages.open() is messages
            async with messages as entered:
                assert entered is messages
                assert aiter(messages) is messages
                assert len([message async for message in messages]) == 1

    with Server(stream(chunk("a"), DONE)) as server:
        asyncio.run(consume(server))
        assert len(server.requests) == 1


@pytest.mark.parametrize("end", [b"\n\n", b"\r\r", b"\r\n\r\n", b"\n\r"])
def test_message_comes_with_the_byte_that_completes_it(package: Any, end: bytes) -> None:
    """A blank line of CR is complete; nothing waits for what may follow it."""
    timeout = package.Timeout(first_event=5)
    with (
        Server(stream(chunk("a").strip() + end, "hold")) as server,
        package.Client("k", base_url=server.url, timeout=timeout) as client,
        client.stream_chat_completion_chunks({}) as messages,
    ):
        assert next(messages).choices[0].delta.content == "a"


def test_representation_says_what_it_is(package: Any) -> None:
    with package.Client("s3cret", base_url="http://example.com") as client:
        messages = client.stream_chat_completion_chunks({})
        assert "Client" in repr(client)
        assert "EventStream" in repr(messages)
        assert "s3cret" not in repr(client) + repr(messages)
