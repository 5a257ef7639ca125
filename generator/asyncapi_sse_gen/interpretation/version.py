"""Which documents are read: AsyncAPI 2.0 to 2.6."""

from __future__ import annotations

import re

from .document import Document, did_you_mean, place_of

_SUPPORTED = re.compile(r"2\.[0-6](?:\.\d+)?(?:[-+][\w.-]+)?")
_OTHERS = {"openapi": "an OpenAPI", "swagger": "an OpenAPI", "arazzo": "an Arazzo"}


def check_version(document: Document) -> bool:
    """Whether the document is one that is read; reports what it is otherwise.

    The root's `asyncapi` is text in 2.6 ("AsyncAPI Version String"); unquoted, YAML makes a number
    of `2.6`.
    """
    root, report = document.root, document.report
    version = document.text(root, "asyncapi")
    if _SUPPORTED.fullmatch(version):
        if version.count(".") < 2:
            message = f"a version has three numbers in 2.6; this is read as {version}.0"
            help = f"write `asyncapi: {version}.0`"
            report.warning("incomplete-version", message, place_of(root, "asyncapi"), help=help)
        return True
    if version:
        message = f"this is an AsyncAPI {version} document; versions 2.0 to 2.6 are read"
        report.error(
            "unsupported-version",
            message,
            place_of(root, "asyncapi"),
            label="not supported",
            help="describe the event stream in an AsyncAPI 2.6 document",
        )
        return False
    for key, kind in _OTHERS.items():
        if root.get(key) is not None:
            message = f"this is {kind} {document.text(root, key)} document, not an AsyncAPI one"
            help = "describe the event stream in an AsyncAPI 2.6 document"
            report.error("not-asyncapi", message, root.key_place(key), help=help)
            return False
    misspelt = next((key for key, _ in root.items() if did_you_mean(key, ["asyncapi"])), "")
    report.error(
        "not-asyncapi",
        "this is no AsyncAPI document: it has no `asyncapi` version; 2.0 to 2.6 are read",
        root.key_place(misspelt) if misspelt else root.place,
        help=did_you_mean(misspelt, ["asyncapi"]) or "begin the document with `asyncapi: '2.6.0'`",
    )
    return False
