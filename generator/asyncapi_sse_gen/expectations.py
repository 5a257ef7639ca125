"""What the tests of a package expect of it: calls, requests and streams, made of the document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .context import Context, Settings
from .expected_requests import access, request
from .expected_streams import ending, samples
from .synthesis import Synthesis


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedMethod:
    """What a test needs to know of a method."""

    request: Settings
    stream: Settings
    accesses: tuple[Settings, ...]
    """Credentials that are enough, one combination for each alternative."""
    samples: tuple[Settings, ...]
    """The events of its stream."""


def expected_methods(context: Context) -> list[ExpectedMethod]:
    """What is expected of each method of a package."""
    synthesis = Synthesis(context.api.definitions)
    return [
        ExpectedMethod(
            request=_told(request(method, context.names, synthesis)),
            stream=_told(ending(method.operation)),
            accesses=_all_told(
                access(names, context) for names in method.operation.security or ((),)
            ),
            samples=_all_told(samples(method, synthesis)),
        )
        for method in context.methods
    ]


def expected_arguments(context: Context) -> dict[str, str]:
    """Arguments that the constructor of a client can't do without."""
    return {it.name: "server" for it in context.server_arguments if not it.default}


def expected_variables(context: Context) -> dict[str, str]:
    """The environment variables of the credentials, by the client's arguments."""
    return {it.name: context.names.environment[it.wire_name] for it in context.credentials}


def _all_told(all_values: Iterable[dict[str, Any]]) -> tuple[Settings, ...]:
    return tuple(map(_told, all_values))


def _told(values: dict[str, Any]) -> Settings:
    """Those of some keyword arguments that say anything; payload and body may be empty."""
    return tuple(
        (name, value)
        for name, value in values.items()
        if name == "payload" or (value if name != "body" else value is not None)
    )
