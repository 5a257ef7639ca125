"""Requests: the body that opens a stream, and what must be in it."""

from __future__ import annotations

from typing import Any

from asyncapi_sse_gen.intermediate import Request, Schema
from asyncapi_sse_gen.nodes import Node

from . import prose
from .channels import Stream
from .document import Document, has_control_character, place_of
from .matching import trigger_of
from .messages import MessageReader
from .notes import EVENT_STREAM, Notes
from .payloads import Payloads

FORM = "application/x-www-form-urlencoded"


def has_body(document: Document, notes: Notes, stream: Stream) -> bool:
    """Whether anything speaks of a body."""
    nodes = document.messages(stream.send)
    return bool(nodes) or bool(_told_fields(document, notes, stream, nodes))


def read_request(
    document: Document, notes: Notes, stream: Stream, method: str, reader: MessageReader
) -> Request | None:
    """The body of the request; a GET has none (RFC 9110, 9.3.1), a DELETE only if told (9.3.5)."""
    if method == "GET":
        if stream.send is not None:
            message = "a GET has no body; what `publish` says of one is passed over"
            help = "use POST, or declare query parameters under `bindings.http.query`"
            document.report.warning("body-of-get", message, stream.send.place, help=help)
        return None
    nodes = document.messages(stream.send)
    if method == "DELETE" and not has_body(document, notes, stream):
        return None
    proposed = f"{document.text(stream.receive, 'operationId') or stream.key} request"
    schemas = [reader.payload(node, reader.key(node, proposed)) for node in nodes]
    payload = None
    if schemas:
        alternatives = tuple(schemas)
        payload = (
            schemas[0] if len(schemas) == 1 else Schema(type="union", alternatives=alternatives)
        )
    constants = _constants(reader.payloads, payload) if payload is not None else {}
    told = _told_fields(document, notes, stream, nodes)
    added = {name: value for name, value in told.items() if name not in constants}
    if added:
        quoted = ", ".join(f"`{name}: {value}`".lower() for name, value in added.items())
        document.report.note(
            "assumed-body-field",
            f"the request's body gets {quoted}, as the description says",
            stream.place,
            help="declare it in the payload of `publish`: a required property with a `const`",
        )
    node = nodes[0] if nodes else None
    return Request(
        content_type=_content_type(document, notes, stream, node),
        payload=payload,
        name=reader.key(node, proposed) if node is not None else "",
        description=document.text(node, "description") or document.text(node, "summary"),
        examples=tuple(example for node in nodes for example in reader.examples(node)),
        constants=tuple((constants | added).items()),
    )


def _constants(payloads: Payloads, schema: Schema) -> dict[str, Any]:
    """What the payload's schema leaves no choice about.

    A property that isn't required may be left out, unless it is the one that asks for the stream.
    """
    shapes = payloads.objects(schema)
    if len(shapes) != 1:
        return {}
    required = payloads.required(schema)
    constants: dict[str, Any] = {}
    for name in payloads.properties(schema):
        values = payloads.values(schema, (name,)) or ()
        if len(values) == 1 and (name in required or name.startswith("stream")):
            constants[name] = values[0]
    return constants


def _told_fields(
    document: Document, notes: Notes, stream: Stream, nodes: list[Node]
) -> dict[str, Any]:
    """What prose says must be in the body: the nearest text that says anything about it."""
    messages = [
        document.text(node, key) for node in nodes for key in ("title", "summary", "description")
    ]
    near = prose.flatten(stream.text, *messages)
    texts = [trigger_of(document, notes, stream), near]
    if stream.is_alone:
        texts += [notes.text, notes.server_text]
    found = (prose.body_fields(text) for text in texts)
    return next((fields for fields in found if fields), dict[str, Any]())


def _sendable(document: Document, content_type: str, node: Node) -> str:
    """The content type of a body, if the client can make one of that kind."""
    media_type = content_type.partition(";")[0].strip().lower()
    if media_type == FORM:
        return FORM
    if media_type.endswith(("/json", "+json")):
        return content_type
    message = f"the client can't make a body of the type {content_type!a}; it is sent as JSON"
    help = f"describe it as `application/json` or `{FORM}`, if the server takes that"
    document.report.warning("unsupported-body", message, place_of(node, "contentType"), help=help)
    return "application/json"


def _content_type(document: Document, notes: Notes, stream: Stream, node: Node | None) -> str:
    stated = document.text(node, "contentType").strip()
    if has_control_character(stated) and node is not None:
        message = "the content type holds a control character"
        place, help = place_of(node, "contentType"), "write it on one line, as `application/json`"
        document.report.error("invalid-content-type", message, place, help=help)
    default = notes.default_content_type
    for type_ in (stated, default if node is not None else ""):
        if type_ and not type_.lower().startswith(EVENT_STREAM):
            return _sendable(document, type_, node or stream.receive)
    # A document describes its channels alike: what one says of the body is meant for the others.
    text = stream.text if prose.says_json_body(stream.text) else stream.texts
    if prose.says_form_encoded(stream.text) or prose.says_form_encoded(text):
        document.report.note(
            "assumed-content-type",
            "the request's body is form-encoded, as the description says",
            stream.place,
            help=f"state it as `contentType: {FORM}` of a `publish` message",
        )
        return FORM
    return "application/json"
