"""Credentials stay with the origin of the server that was chosen (RFC 6454)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.consuming import Consumer
from tests.server import Answer, Request, Server, stream, whole
from tests.streams.events import event

NOTE = stream(event({"text": "a"}))
NONE: Mapping[str, None] = dict.fromkeys(("account", "header", "query", "cookie", "token"))


def test_other_origin_gets_no_credentials(vault: Consumer) -> None:
    own_headers = {"X-Vault-Key": "abc", "Authorization": "abc", "Cookie": "abc", "X-A": "b"}
    credentials = {**NONE, "query": "abc", "header": "abc", "headers": own_headers}
    with Server(NOTE) as own, Server(NOTE) as other:
        vault(own.url, method="read_from", url=f"{own.url}/note", client=credentials)
        assert own.requests[0].target == "/note?key=abc"
        vault(own.url, method="read_from", url=f"{other.url}/note", client=credentials)
        request = other.requests[0]
    assert request.target == "/note"
    assert request.headers["x-a"] == "b"
    assert not {"authorization", "x-vault-key", "cookie"} & request.headers.keys()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.2"])
def test_origin_is_scheme_host_and_port(vault: Consumer, host: str) -> None:
    with Server(NOTE) as server:
        url = server.url.replace("127.0.0.1", host)
        settings = {"query": "abc", "max_retries": 0}
        outcome = vault(server.url, method="read_from", url=f"{url}/note", client=settings)
        assert all(request.target == "/note" for request in server.requests)
        assert outcome.error is None or isinstance(outcome.error, vault.package.APIConnectionError)


def test_redirect_within_the_origin_takes_the_query_along(vault: Consumer) -> None:
    def move(_: Request) -> Answer:
        return whole(status=307, headers={"Location": "/there?a=b"})

    with Server(move, NOTE) as server:
        assert not vault(server.url, method="with_query", client={"query": "abc"}).error
        assert server.requests[1].target == "/there?a=b&key=abc"


def test_redirect_that_repeats_the_credential(vault: Consumer) -> None:
    """A server may put it into `Location` itself; it is sent once."""

    def move(request: Request) -> Answer:
        return whole(status=307, headers={"Location": f"/there?{request.target.partition('?')[2]}"})

    with Server(move, NOTE) as server:
        outcome = vault(server.url, method="with_query", client={"query": "abc"})
        assert not outcome.error
        assert server.requests[1].target == "/there?key=abc"
        assert "abc" not in str(outcome.stream.response.request.url)
