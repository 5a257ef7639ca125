"""Credentials: where they come from, how they travel, and where they don't go."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

import pytest

from tests.consuming import Consumer
from tests.server import Request, Server, stream, whole
from tests.streams.events import DONE, event

NOTE = stream(event({"text": "a"}))
NONE: Mapping[str, None] = dict.fromkeys(("account", "header", "query", "cookie", "token"))
SECRET = "s/e+c&r=e t%"  # noqa: S105 - it opens nothing


def sent(vault: Consumer, method: str, options: Mapping[str, Any], **more: Any) -> Request:
    """The request of a method of the client that has these credentials."""
    with Server(NOTE) as server:
        outcome = vault(server.url, method=method, client={**NONE, **options}, **more)
        assert outcome.error is None
        assert len(outcome.messages) == 1
        return server.requests[0]


def test_user_and_password(vault: Consumer) -> None:
    value = sent(vault, "with_password", {"account": ("ann", "é:x")}).headers["authorization"]
    kind, _, encoded = value.partition(" ")
    assert kind == "Basic"
    assert base64.b64decode(encoded).decode() == "ann:é:x"


def test_header(vault: Consumer) -> None:
    headers = sent(vault, "with_header", {"header": SECRET}).headers
    assert headers["x-vault-key"] == SECRET
    assert "authorization" not in headers


def test_query(vault: Consumer) -> None:
    target = sent(vault, "with_query", {"query": SECRET}, query={"a": "b"}).target
    assert sorted(parse_qsl(target.partition("?")[2])) == [("a", "b"), ("key", SECRET)]


def test_cookie(vault: Consumer) -> None:
    assert sent(vault, "with_cookie", {"cookie": "abc"}).headers["cookie"] == "session=abc"
    merged = sent(vault, "with_cookie", {"cookie": "abc"}, headers={"Cookie": "a=b"})
    assert sorted(merged.headers["cookie"].split("; ")) == ["a=b", "session=abc"]


def test_token(vault: Consumer) -> None:
    assert sent(vault, "with_token", {"token": "abc"}).headers["authorization"] == "Bearer abc"


def test_one_of_several_is_enough(vault: Consumer) -> None:
    by_token = sent(vault, "with_either", {"token": "abc"}).headers
    assert (by_token["authorization"], by_token.get("x-vault-key")) == ("Bearer abc", None)
    by_header = sent(vault, "with_either", {"header": "abc"}).headers
    assert (by_header.get("authorization"), by_header["x-vault-key"]) == (None, "abc")


def test_both_are_needed(vault: Consumer) -> None:
    request = sent(vault, "with_both", {"token": "abc", "query": "def"})
    assert request.headers["authorization"] == "Bearer abc"
    assert request.target == "/both?key=def"
    with pytest.raises(ValueError, match="query"):
        sent(vault, "with_both", {"token": "abc"})


def test_none_is_sent_where_none_is_needed(vault: Consumer) -> None:
    credentials = {"account": ("a", "b"), "header": "abc", "query": "abc", "token": "abc"}
    request = sent(vault, "without_any", credentials)
    assert "authorization" not in request.headers
    assert "x-vault-key" not in request.headers
    assert request.target == "/open"


def test_empty_text_means_none(vault: Consumer, chat: Consumer) -> None:
    for method, name in (
        ("with_token", "token"),
        ("with_query", "query"),
        ("with_cookie", "cookie"),
    ):
        request = sent(vault, method, {name: ""})
        assert not {"authorization", "cookie"} & request.headers.keys()
        assert "?" not in request.target
    with Server(stream(DONE)) as server:
        chat(server.url, client={"api_key": ""})
        assert "authorization" not in server.requests[0].headers


def test_missing_credential_is_named_by_the_method(vault: Consumer) -> None:
    with Server(NOTE) as server:
        for method, name in (("with_password", "account"), ("with_cookie", "cookie")):
            with pytest.raises(ValueError, match=name) as caught:
                vault(server.url, method=method, client=NONE)
            assert f"VAULT_{name.upper()}" in str(caught.value)
        assert not server.requests


def test_missing_credential_is_named_by_the_constructor(
    package: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CENTML_API_KEY", raising=False)
    for make in (package.Client, package.AsyncClient):
        with pytest.raises(ValueError, match="api_key") as caught:
            make()
        assert "CENTML_API_KEY" in str(caught.value)


def test_environment_is_where_they_come_from(
    chat: Consumer, vault: Consumer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CENTML_API_KEY", "from-there")
    monkeypatch.setenv("VAULT_HEADER", "from-there-too")
    with Server(stream(DONE)) as server:
        chat(server.url, client={"api_key": None})
        assert server.requests[0].headers["authorization"] == "Bearer from-there"
        chat(server.url, client={"api_key": "given"})
        assert server.requests[1].headers["authorization"] == "Bearer given"
    assert sent(vault, "with_header", {}).headers["x-vault-key"] == "from-there-too"


def test_what_the_caller_gives_goes_before_the_environment(
    vault: Consumer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VAULT_TOKEN", "from-there")
    monkeypatch.setenv("VAULT_HEADER", "from-there-too")
    by_token = sent(vault, "with_either", {"token": "abc"}).headers
    assert by_token["authorization"] == "Bearer abc"
    assert "x-vault-key" not in by_token
    by_header = sent(vault, "with_either", {"token": "", "header": "abc"}).headers
    assert by_header["x-vault-key"] == "abc"
    assert "authorization" not in by_header


def test_empty_variable_is_none(package: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CENTML_API_KEY", "")
    with pytest.raises(ValueError, match="CENTML_API_KEY"):
        package.Client()


def test_function_is_called_for_each_attempt(chat: Consumer) -> None:
    keys = iter(["first", "second", "third"])
    again = whole(status=503, headers={"Retry-After": "0"})
    with Server(again, again, stream(DONE)) as server:
        assert chat(server.url, client={"api_key": lambda: next(keys)}).error is None
        sent = [request.headers["authorization"] for request in server.requests]
    assert sent == ["Bearer first", "Bearer second", "Bearer third"]


def test_function_may_be_awaited(package: Any) -> None:
    async def fetch() -> str:
        await asyncio.sleep(0.01)
        return "fetched"

    async def consume(server: Server) -> None:
        async with package.AsyncClient(fetch, base_url=server.url) as client:
            messages = client.stream_chat_completion_chunks({})
            assert [message async for message in messages] == []

    with Server(stream(DONE)) as server:
        asyncio.run(consume(server))
        assert server.requests[0].headers["authorization"] == "Bearer fetched"


def test_error_of_a_function_is_the_callers_own(chat: Consumer) -> None:
    class VaultIsLockedError(Exception):
        pass

    def fail() -> str:
        raise VaultIsLockedError

    with Server(stream(DONE)) as server:
        outcome = chat(server.url, client={"api_key": fail})
        assert isinstance(outcome.error, VaultIsLockedError | chat.package.APIError)
        assert not server.requests


@pytest.mark.parametrize("secret", ["a\nb", "é", "a\r\nX-Evil: 1", "a\0", " a "])
def test_credential_that_cannot_be_sent_is_not_shown(chat: Consumer, secret: str) -> None:
    with Server(stream(DONE)) as server:
        for value in (secret, lambda: secret):
            try:
                error = chat(server.url, client={"api_key": value}).error
            except ValueError as caught:
                error = caught
            assert error is None or secret not in f"{error} {error!r} {error.__cause__!r}"
        assert not any("x-evil" in request.headers for request in server.requests)
