"""Parameters: what a request carries in its path, query and headers.

2.6 has channel parameters for the path; query and headers are schemas of the HTTP binding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from asyncapi_sse_gen.intermediate import Parameter, Schema
from asyncapi_sse_gen.nodes import Node
from asyncapi_sse_gen.schemas import SchemaReader

from . import prose
from .bindings import Location, declared_parameter, is_header_name, read_bindings
from .channels import Stream
from .document import Document, scalar_text

# The client sets these itself; the others are the connection's or the answer's.
_NO_PARAMETERS = frozenset(
    {
        *("accept", "accept-encoding", "authorization", "cache-control", "content-type"),
        *("cookie", "host", "last-event-id"),
        *("connection", "content-length", "date", "keep-alive", "retry-after", "server", "te"),
        *("trailer", "transfer-encoding", "upgrade", "x-accel-buffering", "x-request-id"),
    }
)
# OpenAPI's `in`, and 2.6's "Runtime Expression".
_HEADER = re.compile(r"(?:\$message\.)?header(?:#|$)", re.IGNORECASE)
_WHOLE_EXPRESSION = re.compile(r"\{([^{}]*)\}")
_SLASHED = re.compile(r"[^\s/:]+(?:/[^\s/:]+)+")


def read_parameters(
    document: Document, schemas: SchemaReader, stream: Stream, credentials: frozenset[str]
) -> tuple[Parameter, ...]:
    """The parameters of a stream's request; the first to speak of one is heard.

    `credentials` are the lower-case names of the headers that carry credentials.
    """
    passed_over = _NO_PARAMETERS | credentials
    found: dict[tuple[Location, str], Parameter] = {}
    for parameter in (
        *_of_key(document, schemas, stream),
        *_not_in_key(document, schemas, stream),
        *read_bindings(document, schemas, stream),
    ):
        is_header = parameter.location == "header"
        name = parameter.name.lower() if is_header else parameter.name
        if not is_header or name not in passed_over:
            found.setdefault((parameter.location, name), parameter)
    for parameter in _told_headers(document, stream, passed_over):
        found.setdefault(("header", parameter.name.lower()), parameter)
    return tuple(found.values())


def _of_key(document: Document, schemas: SchemaReader, stream: Stream) -> Iterator[Parameter]:
    """Those in the channel's key: of the path, and of a query behind it."""
    address = stream.address
    for name in address.parameters:
        node = document.get(stream.channel, "parameters", name)
        if node is None:
            message = f"`{{{name}}}` isn't declared under `parameters`; it is taken for text"
            help = f"declare it: `parameters: {{{name}: {{schema: {{type: string}}}}}}`"
            document.report.warning("undeclared-parameter", message, stream.place, help=help)
        parameter = declared_parameter(document, schemas, name, "path", node)
        has_slash = name in address.slashed or any(
            _SLASHED.fullmatch(value) for value in _shown(document, node)
        )
        yield replace(parameter, required=True, has_slash=has_slash)
    for name, value in address.query:
        expression = _WHOLE_EXPRESSION.fullmatch(value)
        if expression is None:
            schema = Schema(type="string", values=(value,))
            yield Parameter(name=name, location="query", schema=schema, required=True)
        else:
            node = document.get(stream.channel, "parameters", expression[1])
            yield declared_parameter(document, schemas, name, "query", node)


def _not_in_key(document: Document, schemas: SchemaReader, stream: Stream) -> Iterator[Parameter]:
    """Declared parameters that aren't in the key: of the query, if they don't say otherwise."""
    address = stream.address
    used = {*address.parameters, *(value.strip("{}") for _, value in address.query)}
    for name, node in document.entries(stream.channel, "parameters"):
        if name in used:
            continue
        stated = document.text(node, "in") or document.text(node, "location")
        location: Location = "header" if _HEADER.match(stated) else "query"
        message = f"`{name}` isn't in the channel's key; it is taken for a {location} parameter"
        binding = "headers" if location == "header" else "query"
        help = f"declare it under `bindings.http.{binding}`"
        document.report.note("parameter-not-in-key", message, node.place, help=help)
        if location == "query" or is_header_name(document, name, node):
            yield declared_parameter(document, schemas, name, location, node)


def _shown(document: Document, node: Node | None) -> Iterator[str]:
    """The values that a parameter's own examples, `enum` and `default` show."""
    for holder in (node, document.get(node, "schema")):
        for key in ("const", "default", "example"):
            yield document.text(holder, key)
        for key in ("enum", "examples"):
            yield from (scalar_text(value) for value in document.elements(holder, key))
        yield from prose.example_values(prose.flatten(document.text(holder, "description")))


def _told_headers(
    document: Document, stream: Stream, passed_over: frozenset[str]
) -> Iterator[Parameter]:
    """Headers that the servers' descriptions list and nothing declares: optional ones."""
    for server in stream.servers:
        text = prose.flatten(document.text(server.node, "description"))
        for name in prose.request_headers(text):
            if name.lower() in passed_over or prose.is_credential_header(name):
                continue
            message = f"the header `{name}` may be given, as the server's description says"
            help = "declare it under `bindings.http.headers` of the channel"
            document.report.note("assumed-header", message, server.node.place, help=help)
            yield Parameter(name=name, location="header", schema=Schema(type="string"))
