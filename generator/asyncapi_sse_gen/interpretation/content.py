"""Content: what language a payload's schema is in, and whether data is JSON or text."""

from __future__ import annotations

import re

from asyncapi_sse_gen.intermediate import Schema
from asyncapi_sse_gen.nodes import Node

from .document import Document, has_control_character, place_of
from .notes import EVENT_STREAM, Notes

# 2.6, `schemaFormat`: AsyncAPI's own, JSON Schema, OpenAPI's; what isn't draft 7 is close to it.
_READ_AS_IT_IS = re.compile(
    r"application/vnd\.aai\.asyncapi(?:\+json|\+yaml)?;version=2\.\d+\.\d+"
    r"|application/schema\+(?:json|yaml);version=draft-07"
    r"|application/vnd\.oai\.openapi(?:\+json|\+yaml)?;version=3\.0\.\d+"
)
_READ_AS_DRAFT_7 = re.compile(
    r"application/schema\+(?:json|yaml)(?:;version=(?:draft-0[46]|2019-09|2020-12).*)?"
    r"|application/vnd\.oai\.openapi(?:\+json|\+yaml)?;version=3\.1\.\d+"
)
_JSON = re.compile(r"(?:application|text)/(?:[\w.+-]+\+)?json|\*/\*|application/\*")


def has_known_format(document: Document, node: Node) -> bool:
    """Whether the payload's schema is in a language that is read."""
    stated = re.sub(r"\s", "", document.text(node, "schemaFormat"))
    report, place = document.report, place_of(node, "schemaFormat")
    if not stated or _READ_AS_IT_IS.fullmatch(stated):
        return True
    if _READ_AS_DRAFT_7.fullmatch(stated):
        message = "the payload's schema is read as one of JSON Schema draft 7"
        report.note("schema-format", message, place)
        return True
    help = "AsyncAPI 2, JSON Schema draft 7 and OpenAPI 3.0 schemas are read"
    message = f"the schema format {stated!r} isn't supported"
    report.error("unsupported-schema-format", message, place, help=help)
    return False


def is_text(document: Document, notes: Notes, node: Node, schema: Schema) -> bool:
    """Whether the data is text as it stands.

    `text/event-stream` names the stream and not the data in it, which is JSON unless the payload
    is no more than a string.
    """
    stated = document.text(node, "contentType")
    report, place = document.report, place_of(node, "contentType")
    if has_control_character(stated):
        message = "the content type holds a control character"
        help = "write it on one line, as `application/json`"
        report.error("invalid-content-type", message, place, help=help)
    type_ = (stated or notes.default_content_type).partition(";")[0].strip().lower()
    if not type_ or type_ == EVENT_STREAM:
        if schema.type == "string" and not schema.values:
            message = "its data is taken for text, not for JSON"
            help = "state the message's `contentType`: text/plain or application/json"
            report.note("assumed-text", message, node.place, help=help)
        return schema.type == "string"
    if _JSON.fullmatch(type_):
        return False
    if type_.startswith("text/"):
        return True
    read_as_text = schema.type in ("string", "any")
    message = f"data of the type {type_!r} is read as {'text' if read_as_text else 'JSON'}"
    help = "JSON (`application/json`, `+json`) and text (`text/plain`) are read"
    report.warning("unsupported-content-type", message, place, help=help)
    return read_as_text
