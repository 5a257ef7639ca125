"""Methods: the HTTP method that opens a stream (2.6, "HTTP Operation Binding Object")."""

from __future__ import annotations

from asyncapi_sse_gen.nodes import Node

from . import prose
from .channels import Stream
from .document import Document, scalar_text
from .matching import matching_endpoints, trigger_of
from .notes import Notes
from .transport import SSE_BINDINGS

KNOWN = ("GET", "POST", "PUT", "PATCH", "DELETE")


def read_method(document: Document, notes: Notes, stream: Stream, has_body: bool) -> str | None:
    """The method; None, reported, where it is none that can open a stream.

    A binding states it, also where its `type` says `response`; else prose may; else it is POST for
    a request with a body and GET for one without.
    """
    stated = _stated(document, notes, stream)
    methods = list(dict.fromkeys(scalar_text(node).strip().upper() for node in stated))
    for node, method in zip(stated, methods, strict=False):
        if method not in KNOWN:
            message = "this is no HTTP method that opens a stream"
            help = f"write one of {', '.join(KNOWN)}"
            document.report.error("invalid-method", message, node.place, help=help)
            return None
    if len(methods) > 1:
        message = f"the bindings disagree about the method: {' and '.join(methods)}"
        help = f"{methods[0]} is taken"
        document.report.warning("conflicting-method", message, stated[0].place, help=help)
    if methods:
        return methods[0]
    method, reason = _assumed(document, notes, stream, has_body)
    document.report.note(
        "assumed-method",
        f"no binding states the method; {method} is assumed, {reason}",
        stream.place,
        help=f"add `bindings: {{http: {{type: request, method: {method}}}}}` to the channel",
    )
    return method


def _stated(document: Document, notes: Notes, stream: Stream) -> list[Node]:
    """What bindings say; that of a server, which serves other channels too, only if none else."""
    operations = [stream.receive, *([stream.send] if stream.send is not None else [])]
    nodes = [stream.channel, *operations, *document.messages(stream.send)]
    found = _methods_of(document, nodes)
    if found:
        return found
    if notes.method is not None and stream.is_alone:
        return [notes.method]
    return _methods_of(document, [server.node for server in stream.servers])[:1]


def _methods_of(document: Document, nodes: list[Node]) -> list[Node]:
    found = [
        document.get(node, "bindings", binding, "method")
        for node in nodes
        for binding in ("http", *SSE_BINDINGS)
    ]
    distinct = {scalar_text(node).upper(): node for node in reversed(found) if node is not None}
    return list(reversed(distinct.values()))


def _assumed(document: Document, notes: Notes, stream: Stream, has_body: bool) -> tuple[str, str]:
    for text in (stream.text, notes.trigger, notes.text, notes.server_text):
        for endpoint in matching_endpoints(document, stream, text):
            return endpoint.method, "as the description says"
    for text in (stream.text, trigger_of(document, notes, stream)):
        named = prose.methods(text)
        if len(named) == 1:
            return named.pop(), "as the description says"
    if has_body:
        return "POST", "since the request has a body"
    return "GET", "since the request has no body"
