"""What a call sends."""

from __future__ import annotations

from typing import Any

from tests.consuming import Consumer
from tests.server import Request, Server, stream
from tests.streams.events import DONE


def sent(consumer: Consumer, base_path: str = "", /, **options: Any) -> Request:
    """The request that a call makes."""
    with Server(stream(DONE)) as server:
        outcome = consumer(server.url + base_path, **options)
        assert outcome.error is None or isinstance(outcome.error, consumer.package.APIError)
        assert len(server.requests) == 1
        return server.requests[0]
