"""Nothing that a package says holds a credential: no message, no `repr`, no log record."""

from __future__ import annotations

import base64
import copy
import json
import logging
import pickle
import traceback
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import quote, quote_plus

import pytest

from tests.consuming import Consumer, Outcome
from tests.server import Answer, Request, Server, raw, stream, whole
from tests.streams.events import event

SECRET = "s3cr3t+of/the=tests"  # noqa: S105 - it opens nothing
CREDENTIALS = {
    **{"with_password": ("account", ("ann", SECRET)), "with_header": ("header", SECRET)},
    **{"with_query": ("query", SECRET), "with_cookie": ("cookie", SECRET)},
    **{"with_token": ("token", SECRET), "read_from": ("query", SECRET)},
}


def echo(request: Request) -> Answer:
    """An answer that says what it was sent."""
    body = f"no such key: {request.headers} {request.target} {SECRET}".encode()
    return whole(body, status=401, headers={"Content-Type": "text/plain"})


def echo_page(request: Request) -> Answer:
    body = f"{request.headers} {request.target} {SECRET}".encode()
    return whole(body, headers={"Content-Type": "text/html"})


ANSWERS: dict[str, Answer | Any] = {
    "status": whole(b"no", status=403),
    "echo": echo,
    "page": echo_page,
    "reset": raw("reset"),
    "faulty-head": raw(b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"),
    "broken": stream(event({"text": "a"}), 0.02, "reset"),
    "silent": stream(event({"text": "a"}), "hold"),
    "error-event": stream(event({"error": {"message": "no"}})),
    "undecodable": stream(event("no JSON")),
    "end": stream(event({"text": "a"})),
    "redirect": whole(status=302, headers={"Location": "/x"}),
    "moved": whole(status=307, headers={"Location": "http://127.0.0.1:1/x"}),
    "retries": whole(status=503, headers={"Retry-After": "0"}),
}


def forms(secret: str) -> Iterator[str]:
    """The ways that a credential may be written."""
    yield from (secret, quote(secret), quote(secret, safe=""), quote_plus(secret))
    yield base64.b64encode(f"ann:{secret}".encode()).decode()


def said(outcome: Outcome, client: Any) -> Iterator[str]:
    """What is said about a stream and its error."""
    streams = [outcome.stream, client]
    error = outcome.error
    requests: list[Any] = []
    if error is not None:
        yield from map(str, (error, error.args, error.event if hasattr(error, "event") else ""))
        yield "".join(traceback.format_exception(error))
        requests.append(error.request)
        if error.response is not None:
            requests.append(error.response.request)
    with suppress(RuntimeError):
        requests.append(outcome.stream.response.request)
    for request in requests:
        yield f"{request.url} {request.headers.raw} {request.content!r} {request.extensions}"
    yield from map(repr, (error, *streams, *requests))


SITUATIONS = [
    *[(method, answer) for method in CREDENTIALS for answer in ("echo", "page", "reset")],
    *[("with_query", answer) for answer in ANSWERS],
]


@pytest.mark.parametrize(("method", "answer"), SITUATIONS)
def test_secrets_are_not_said(
    vault: Consumer, method: str, answer: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    for name in ("httpx2", "httpcore2", "httpcore2.http11", "httpcore2.connection"):
        caplog.set_level(logging.DEBUG, name)
    argument, secret = CREDENTIALS[method]
    with Server(ANSWERS[answer]) as server:
        options: dict[str, Any] = {"url": f"{server.url}/note"} if method == "read_from" else {}
        outcome = vault(
            server.url,
            method=method,
            client={argument: secret},
            max_retries=int(answer == "retries"),
            timeout=vault.package.Timeout(first_event=2, idle=0.1),
            **options,
        )
        client = vault.package.Client(**{argument: secret, "base_url": server.url})
        client.close()
        assert any(form in str(server.requests[0]) for form in forms(SECRET))
    everything = [*said(outcome, client), caplog.text, *map(repr, caplog.records)]
    everything += [str(record.args) for record in caplog.records]
    for text in everything:
        assert not [form for form in forms(SECRET) if form in text], text


ECHOES = {
    "error-event": stream(event({"error": {"message": f"no such key: {SECRET}"}})),
    "named-error": stream(event(f"no such key: {SECRET}", name="error")),
    "undecodable": stream(event(f"no such key: {SECRET}")),
    "no-stream": stream(f"no such key: {SECRET}\n".encode()),
    "unknown-event": stream(event({}, name=SECRET)),
    "escaped": whole(json.dumps({"key": SECRET}).replace("/", "\\/").encode(), status=401),
    "spelled-out": whole(json.dumps({"key": SECRET}).replace("3", "\\u0033").encode(), status=401),
    "reason": raw(f"HTTP/1.1 401 Not {SECRET}\r\nContent-Length: 0\r\n\r\n".encode()),
    "content-type": whole(b"no", headers={"Content-Type": f"text/{SECRET}"}),
}


@pytest.mark.parametrize("answer", ECHOES)
def test_secrets_that_a_server_repeats(
    chat: Consumer, answer: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, chat.package.__name__)
    with Server(ECHOES[answer]) as server:
        error = chat(server.url, client={"api_key": SECRET}, validation="strict").error
    said = [str(error), repr(error), *traceback.format_exception(error), str(error.args)]
    said += [it.getMessage() for it in caplog.records if it.name == chat.package.__name__]
    assert not [text for text in said if SECRET in text]


@pytest.mark.parametrize("answer", sorted(ANSWERS.keys() - {"end"}))
def test_errors_can_be_pickled_and_copied(chat: Consumer, answer: str) -> None:
    timeout = chat.package.Timeout(first_event=2, idle=0.1)
    with Server(ANSWERS[answer]) as server:
        settings = {"api_key": SECRET}
        error = chat(server.url, client=settings, max_retries=0, timeout=timeout).error
    pickled = pickle.dumps(error)
    assert not [form for form in forms(SECRET) if form.encode() in pickled]
    for twin in (pickle.loads(pickled), copy.copy(error)):  # noqa: S301 - it is our own
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert twin.args == error.args
        assert twin.request.method == "POST"
        assert str(twin.request.url) == str(error.request.url)
        for name in ("received", "retry_after", "retryable", "request_id"):
            assert getattr(twin, name) == getattr(error, name)
        for name in ("status_code", "body", "kind", "content_type", "event", "message", "payload"):
            assert getattr(twin, name, None) == getattr(error, name, None)
        assert (twin.response is None) is (error.response is None)
        if error.response is not None:
            assert twin.response.status_code == error.response.status_code
            assert twin.response.headers == error.response.headers


@pytest.mark.parametrize("name", ["Authorization", "X-Api-Key", "api-key", "Cookie"])
def test_headers_of_the_caller_that_hold_secrets_are_not_said(
    chat: Consumer, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with Server(whole(status=403)) as server:
        outcome = chat(server.url, headers={name: SECRET}, client={"api_key": ""})
        assert SECRET in server.requests[0].headers[name.lower()]
    assert SECRET not in caplog.text
    assert not [text for text in said(outcome, None) if SECRET in text]


def test_secret_that_begins_with_another(vault: Consumer) -> None:
    short, long = "sk-abc", "sk-abc-of-the-tests"
    with Server(whole(f"neither {short} nor {long}".encode(), status=403)) as server:
        secrets = {"token": short, "query": long}
        error = vault(server.url, method="with_both", client=secrets).error
    assert error.body == "neither *** nor ***"


@pytest.mark.parametrize("method", CREDENTIALS)
def test_secret_whose_slashes_are_escaped_is_not_in_the_body(vault: Consumer, method: str) -> None:
    argument, secret = CREDENTIALS[method]
    body = json.dumps({"key": SECRET}).replace("/", "\\/").encode()
    with Server(whole(body, status=403)) as server:
        options: dict[str, Any] = {"url": server.url} if method == "read_from" else {}
        error = vault(server.url, method=method, client={argument: secret}, **options).error
    assert error.body == {"key": "***"}


def test_secret_in_the_url_of_a_redirect_is_not_logged(
    vault: Consumer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, vault.package.__name__)

    def move(request: Request) -> Answer:
        return whole(status=307, headers={"Location": f"/moved{request.target}"})

    with Server(move, stream(event({"text": "a"}))) as server:
        assert not vault(server.url, method="with_query", client={"query": SECRET}).error
        assert server.requests[1].target.startswith("/moved")
    assert not [form for form in forms(SECRET) if form in caplog.text]
