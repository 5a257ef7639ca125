"""The body of a request: encoded when the method is called, and never changed."""

from __future__ import annotations

import json
from collections import OrderedDict, UserDict
from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Any

import pytest

from tests.consuming import Consumer
from tests.server import Server, stream
from tests.streams.events import DONE, chunk
from tests.streams.sending import sent


class Marked(UserDict[str, Any]):
    """A mapping that is no dict."""


@pytest.mark.parametrize(
    "body",
    [
        {"n": 1},
        OrderedDict([("n", 1)]),
        MappingProxyType({"n": 1}),
        Marked({"n": 1}),
    ],
    ids=["dict", "ordered", "proxy", "mapping"],
)
def test_body_may_be_any_mapping_and_is_never_changed(
    chat: Consumer, body: Mapping[str, Any]
) -> None:
    before = dict(body)
    assert json.loads(sent(chat, body=body).body) == {"n": 1, "stream": True}
    assert dict(body) == before


@pytest.mark.parametrize("value", [False, None, "yes", 1])
def test_what_must_be_in_the_body_can_be_set_otherwise(chat: Consumer, value: Any) -> None:
    assert json.loads(sent(chat, body={"stream": value}).body) == {"stream": value}


def test_body_is_utf_8(chat: Consumer) -> None:
    request = sent(chat, body={"text": "é🦀\u2028", "nested": [{"a": None}]})
    assert json.loads(request.body.decode("utf-8"))["text"] == "é🦀\u2028"


def test_body_may_be_a_model(chat: Consumer) -> None:
    payload = json.loads(chunk("a").removeprefix(b"data: "))
    model = chat.package.ChatCompletionChunk.model_validate(payload)
    assert json.loads(sent(chat, body=model).body) == {**payload, "stream": True}
    assert json.loads(sent(chat, body={"nested": [model]}).body)["nested"] == [payload]


def _circular() -> dict[str, Any]:
    body: dict[str, Any] = {}
    body["self"] = body
    return body


def _deep() -> dict[str, Any]:
    body: dict[str, Any] = {}
    for _ in range(100_000):
        body = {"a": body}
    return body


@pytest.mark.parametrize(
    "body",
    [
        *([], "text", b"bytes", 5, None, object()),
        *({"a": object()}, {"a": {1, 2}}, {"a": b"x"}, {"a": date(2026, 1, 1)}),
        *({"a": float("nan")}, {"a": float("inf")}, {"a": "\ud800"}, {(1, 2): 3}),
        *(_circular(), _deep()),
    ],
    ids=lambda body: type(body).__name__,
)
def test_body_that_cannot_be_encoded_is_refused_when_the_method_is_called(
    package: Any, body: Any
) -> None:
    with package.Client("k") as client, pytest.raises((TypeError, ValueError)):
        client.stream_chat_completion_chunks(body)


def test_body_is_encoded_when_the_method_is_called(package: Any) -> None:
    body = {"n": [1]}
    with Server(stream(DONE)) as server, package.Client("k", base_url=server.url) as client:
        messages = client.stream_chat_completion_chunks(body)
        body["n"].append(2)
        list(messages)
        assert json.loads(server.requests[0].body)["n"] == [1]


def test_body_is_the_first_argument(package: Any) -> None:
    with package.Client("k") as client:
        client.stream_chat_completion_chunks({"model": "m"})
        with pytest.raises(TypeError):
            client.stream_chat_completion_chunks({}, no_such_option=1)
