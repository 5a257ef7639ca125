"""What a schema says about itself, beside what is valid."""

from __future__ import annotations

from dataclasses import replace

from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.intermediate import Schema

from .subject import Subject
from .values import as_declared, fits


def with_remarks(schema: Schema, subject: Subject) -> Schema:
    """The schema with the title, description and so on of the node it was read from."""
    return replace(
        schema,
        title=subject.text("title") or schema.title,
        description=subject.text("description") or schema.description,
        format=subject.text("format") or schema.format,
        deprecated=subject.value("deprecated") is True or schema.deprecated,
    )


def without_remarks(schema: Schema) -> Schema:
    """The schema without them."""
    return replace(schema, title="", description="", format="", deprecated=False)


def with_default(schema: Schema, subject: Subject, report: Report) -> Schema:
    """The schema with its node's default, if that is valid for it and not null."""
    node = subject.get("default")
    if node is None or node.value is None:
        return schema
    value = as_declared(node, (schema.type,), report)
    if fits(schema, value):
        return replace(schema, default=value, has_default=True)
    message = "the default isn't valid for its schema, or is an object; it is left out"
    report.warning("unfit-default", message, node.place)
    return schema
