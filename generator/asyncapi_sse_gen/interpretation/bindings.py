"""Bindings: the query and header parameters that schemas in bindings declare.

(2.6, "HTTP Operation Binding Object": `query` is a Schema Object with the parameters as its
properties; `headers` is one too, and in practice stands beside it.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from asyncapi_sse_gen.intermediate import Parameter, Schema
from asyncapi_sse_gen.nodes import Node
from asyncapi_sse_gen.schemas import SchemaReader

from .channels import Stream
from .document import Document, scalar_text
from .schemes import TOKEN
from .transport import SSE_BINDINGS

Location = Literal["path", "query", "header"]


def read_bindings(document: Document, schemas: SchemaReader, stream: Stream) -> Iterator[Parameter]:
    """The parameters that bindings declare, and those of a request message's `headers`."""
    for node in _request_nodes(document, stream):
        for binding in ("http", *SSE_BINDINGS):
            query = document.get(node, "bindings", binding, "query")
            headers = document.get(node, "bindings", binding, "headers")
            yield from _read_properties(document, schemas, query, "query")
            yield from _read_properties(document, schemas, headers, "header")
    for message in document.messages(stream.send):
        headers = document.get(message, "headers")
        yield from _read_properties(document, schemas, headers, "header")


def _request_nodes(document: Document, stream: Stream) -> Iterator[Node]:
    """Whose bindings describe the request: those of `type: response` hold the answer's headers.

    A channel's are the request's whatever their `type` says.
    """
    yield stream.channel
    servers = (server.node for server in stream.servers)
    for node in (stream.send, stream.receive, *document.messages(stream.send), *servers):
        if node is not None and document.text(node, "bindings", "http", "type") != "response":
            yield node


def _read_properties(
    document: Document, schemas: SchemaReader, node: Node | None, location: Location
) -> Iterator[Parameter]:
    """The properties of an object schema; also a plain mapping of names to schemas or values."""
    properties = document.get(node, "properties")
    if properties is None and document.get(node, "type") is None:
        properties = node
    required = {scalar_text(name) for name in document.elements(node, "required")}
    for name, schema in document.entries(properties):
        if location == "query" or is_header_name(document, name, schema):
            yield _bound(document, schemas, name, location, schema, name in required)


def _bound(
    document: Document,
    schemas: SchemaReader,
    name: str,
    location: Location,
    node: Node,
    is_required: bool,
) -> Parameter:
    if node.is_mapping and node.get("schema") is not None:
        return declared_parameter(document, schemas, name, location, node)
    if node.is_mapping:
        schema = schemas.read(node, name)
    else:
        schema = Schema(type="string", values=(scalar_text(node),))
    return Parameter(
        name=name,
        location=location,
        schema=schema,
        required=is_required or _is_constant(schema),
        description=schema.description,
    )


def declared_parameter(
    document: Document, schemas: SchemaReader, name: str, location: Location, node: Node | None
) -> Parameter:
    """2.6, "Parameter Object": a description and a schema; without a schema it is text."""
    schema_node = document.get(node, "schema")
    schema = Schema(type="string") if schema_node is None else schemas.read(schema_node, name)
    return Parameter(
        name=name,
        location=location,
        schema=schema,
        required=document.flag(node, "required") or _is_constant(schema),
        description=document.text(node, "description") or schema.description,
    )


def is_header_name(document: Document, name: str, node: Node) -> bool:
    """RFC 9110, 5.1: whether a name can be that of a header; reported where it can't."""
    if TOKEN.fullmatch(name):
        return True
    message = f"{name!r} can't be the name of a header: it isn't a token of RFC 9110"
    help = "letters, digits and `-` make a good name"
    document.report.error("invalid-header-name", message, node.place, help=help)
    return False


def _is_constant(schema: Schema) -> bool:
    """Whether there is only one value: then it is always sent."""
    return len(schema.values) == 1 and not schema.nullable
