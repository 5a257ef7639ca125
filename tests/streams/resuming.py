"""Streams that can be taken up again, and how often a server was asked for one."""

from __future__ import annotations

from typing import Any

from tests.consuming import Consumer, Outcome
from tests.server import Server, whole
from tests.streams.events import event

OVER = whole(status=204)


def arrival(ship: str, id: str = "") -> bytes:
    return event({"ship": ship}, name="arrival", id=id)


def follow(consumer: Consumer, server: Server, **options: Any) -> Outcome:
    """Follow a stream that the document says can be taken up again, and that declares no end."""
    return consumer(server.url, method="follow_berth", **options)


def tail(consumer: Consumer, server: Server, **options: Any) -> Outcome:
    """Follow one that declares an end."""
    return consumer(server.url, method="tail_file", **options)


def ships(outcome: Outcome) -> list[str]:
    return [message.ship for message in outcome.messages]


def asked_from(server: Server) -> list[str | None]:
    return [request.headers.get("last-event-id") for request in server.requests]
