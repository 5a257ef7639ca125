"""What a caller gets to see of a stream, with the blocking client and with the awaiting one.

Most tests ask both clients the same question. They write it once, as what a server answers and
what is to come of it, and are run with both kinds of `Consumer`.
"""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["sync", "async"]
KINDS: tuple[Kind, ...] = ("sync", "async")

CREDENTIAL = "sk-credential-of-the-tests"


@dataclass
class Outcome:
    """How a stream went."""

    stream: Any
    messages: list[Any] = field(default_factory=list[Any])
    """What it delivered, or its raw events."""
    error: Any = None
    """What it raised in the end."""
    passed_over: list[Any] = field(default_factory=list[Any])
    """The `EventDecodeError`s after which the iteration went on, if it was to."""
    error_again: Any = None
    """What it raised when it was asked once more."""
    seconds: float = 0.0

    @property
    def error_name(self) -> str:
        """The class of the error; "" if there was none."""
        return "" if self.error is None else type(self.error).__name__

    def take(self, error: Exception, *, go_on: bool) -> bool:
        """Note an error; whether to iterate on."""
        if go_on and type(error).__name__ == "EventDecodeError":
            self.passed_over.append(error)
            return True
        self.error = error
        return False


def collect(stream: Any, *, raw: bool = False, go_on: bool = False) -> Outcome:
    """Take a stream's messages, or raw events, to its end; after errors of decoding, too."""
    outcome, started, going = Outcome(stream), time.monotonic(), True
    items = stream.events() if raw else stream
    while going:
        try:
            outcome.messages.append(next(items))
        except StopIteration:
            going = False
        except Exception as error:
            going = outcome.take(error, go_on=go_on)
    stream.close()
    outcome.seconds = time.monotonic() - started
    if not raw:
        try:
            next(stream)
        except Exception as error:
            outcome.error_again = error
    return outcome


async def collect_awaited(stream: Any, *, raw: bool = False, go_on: bool = False) -> Outcome:
    """As `collect`."""
    outcome, started, going = Outcome(stream), time.monotonic(), True
    items = stream.events() if raw else stream
    while going:
        try:
            outcome.messages.append(await anext(items))
        except StopAsyncIteration:
            going = False
        except Exception as error:
            going = outcome.take(error, go_on=go_on)
    await stream.aclose()
    outcome.seconds = time.monotonic() - started
    if not raw:
        try:
            await anext(stream)
        except Exception as error:
            outcome.error_again = error
    return outcome


def methods(package: Any) -> list[str]:
    """The names of the methods of a package's clients that make streams."""
    members: dict[str, Any] = {**vars(package.Client)}
    return [name for name in members if not name.startswith("_")]


def credentials(package: Any) -> dict[str, str]:
    """Something for each credential that a package's clients take."""
    parameters = inspect.signature(package.Client.__init__).parameters
    return {name: CREDENTIAL for name, it in parameters.items() if it.default is None}


def call(client: Any, method: str, options: Mapping[str, Any]) -> Any:
    """Call a method with options and with something for each argument that it needs."""
    bound = getattr(client, method)
    parameters = inspect.signature(bound).parameters
    needed: dict[str, Any] = {
        name: {} if name == "body" else "x"
        for name, it in parameters.items()
        if it.default is it.empty and it.kind is not it.VAR_KEYWORD
    }
    return bound(**{**needed, **options})


@dataclass(frozen=True)
class Consumer:
    """Consumes streams of a package by one of its clients."""

    kind: Kind
    package: Any

    def __call__(
        self,
        base_url: str | None,
        /,
        *,
        method: str = "",
        client: Mapping[str, Any] | None = None,
        raw: bool = False,
        go_on: bool = False,
        **options: Any,
    ) -> Outcome:
        """Consume a stream to its end.

        Args:
            base_url: where the server is.
            method: the client's method; the first, if not given.
            client: options of the client.
            raw: whether to take `events()` instead of the messages.
            go_on: whether to go on after an `EventDecodeError`.
            options: arguments of the method.
        """
        settings = {"base_url": base_url, **credentials(self.package), **(client or {})}
        method = method or methods(self.package)[0]
        if self.kind == "sync":
            with self.package.Client(**settings) as it:
                return collect(call(it, method, options), raw=raw, go_on=go_on)

        async def consume() -> Outcome:
            async with self.package.AsyncClient(**settings) as it:
                return await collect_awaited(call(it, method, options), raw=raw, go_on=go_on)

        return asyncio.run(consume())
