"""The example stream of each operation: what its document shows, and the end that it declares."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.consuming import methods
from tests.packages import ROOT, committed, inspected


@dataclass(frozen=True)
class ExampleStream:
    """A stream made of the examples of a document, whose end is declared."""

    package: Any = field(repr=False)
    method: str
    body: bytes
    payloads: list[Any]
    """What it delivers, as JSON values."""
    ends: list[int]
    """Where each of their events ends in the body."""
    complete_from: int
    """How many bytes hold the declared end."""
    options: dict[str, Any]
    """Of the method: a stream that is cut is not to be taken up again."""

    def __str__(self) -> str:
        return f"{self.package.__name__}.{self.method}"


def example_streams() -> Iterator[ExampleStream]:
    """The example stream of every operation of `specs/` whose end is declared."""
    for document in sorted((ROOT / "specs").glob("*-asyncapi.yml")):
        name = document.stem.removesuffix("-asyncapi").replace("-", "_") + "_sse"
        package = committed(name)
        operations = inspected(document)["operations"]
        for method, operation in zip(methods(package), operations, strict=True):
            if "final" in operation or operation.get("terminator", {}).get("required"):
                yield _example_stream(package, method, operation)


def _example_stream(package: Any, method: str, operation: dict[str, Any]) -> ExampleStream:
    body, payloads, ends = b"", list[Any](), list[int]()
    messages = [message for message in operation["messages"] if not _reports_error(message)]
    messages.sort(key=lambda message: bool(message["key"] == operation.get("final")))
    for message in messages:
        for example in message.get("examples", ()):
            body += _block(message, example["payload"])
            payloads.append(example["payload"])
            ends.append(len(body))
    complete_from = len(body)
    if "terminator" in operation:
        body += f"data: {operation['terminator']['value']}\n\n".encode()
        complete_from = len(body.rstrip())  # its blank line isn't needed
    options = {"reconnect": False} if operation["method"] == "GET" else {}
    return ExampleStream(package, method, body, payloads, ends, complete_from, options)


def _reports_error(message: dict[str, Any]) -> bool:
    return "error" in (message.get("event"), message.get("constant"))


def _block(message: dict[str, Any], payload: Any) -> bytes:
    event = f"event: {message['event']}\n" if "event" in message else ""
    text = payload if "is_text" in message else json.dumps(payload)
    return f"{event}data: {text}\n\n".encode()
