"""What the tests of a package expect of it: calls, requests and streams, made of the document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .context import Context, Method, Settings
from .expected_requests import access, request
from .expected_streams import ending, samples
from .expressions import Call
from .synthesis import Synthesis


def expected_methods(context: Context) -> list[Call]:
    """What is expected of each method of a package, as the tests describe it."""
    synthesis = Synthesis(context.api.definitions)
    return [
        Call(
            "Method",
            (
                *_told(request(method, context.names, synthesis)),
                *_told(ending(method.operation)),
                ("accesses", _calls("Access", _accesses(method, context))),
                ("samples", _calls("Sample", samples(method, synthesis))),
            ),
        )
        for method in context.methods
    ]


def _accesses(method: Method, context: Context) -> Iterator[dict[str, Any]]:
    """Credentials that are enough, one combination for each alternative."""
    return (access(names, context) for names in method.operation.security or ((),))


def expected_arguments(context: Context) -> dict[str, str]:
    """Arguments that the constructor of a client can't do without."""
    return {it.name: "server" for it in context.server_arguments if not it.default}


def expected_variables(context: Context) -> dict[str, str]:
    """The environment variables of the credentials, by the client's arguments."""
    return {it.name: context.names.environment[it.wire_name] for it in context.credentials}


def _calls(name: str, all_values: Iterable[dict[str, Any]]) -> list[Call]:
    return [Call(name, _told(values)) for values in all_values]


def _told(values: dict[str, Any]) -> Settings:
    """Those of some keyword arguments that say anything; payload and body may be empty."""
    return tuple(
        (name, value)
        for name, value in values.items()
        if name == "payload" or (value if name != "body" else value is not None)
    )
