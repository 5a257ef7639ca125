"""Requests as a test expects them: a call with all its arguments, and what is sent then."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import quote

from .annotations import annotation
from .candidates import TEXT
from .context import Argument, Context, Method
from .examples import is_array, is_object
from .expressions import Code
from .intermediate import Operation, SecurityScheme
from .naming import Names
from .samples import sample_body
from .sendable import is_sendable_argument, is_sendable_json
from .synthesis import Synthesis, UnmakeableError

_TEXTS = {"path": "a/b ü", "query": "a&b=ü", "header": "a text"}
"""Values where nothing says what they are to be: they show how they are encoded."""


def request(method: Method, names: Names, synthesis: Synthesis) -> dict[str, Any]:
    """A call of a method, and the request due."""
    settings = dict(method.settings)
    values = list(_values(method, synthesis))
    body = _body(method.operation, synthesis) if method.body_type else None
    added = settings.get("body", {})
    return {
        "name": method.name,
        "verb": method.operation.method,
        "path": _path(method, values),
        "arguments": {argument.name: value for argument, value in values},
        "body": body,
        "added": added,
        "body_type": _body_type(method.operation, {**added, **(body or {})}, names, synthesis),
        "content_type": settings.get("content_type", ""),
        "query": tuple(
            (name, _text(item))
            for name, value in _located("query", method, values)
            for item in (value if is_array(value) else [value])
            if item is not None
        ),
        "headers": {name: _text(value) for name, value in _located("header", method, values)},
    }


def _body(operation: Operation, synthesis: Synthesis) -> dict[str, Any]:
    """A body without what the client adds by itself: the document's example, or a made one."""
    body: Any = sample_body(operation)
    request = operation.request
    if not body and request and request.payload:
        with suppress(UnmakeableError):
            body = synthesis.payload(request.payload)
    added = dict(request.constants) if request else {}
    fields = body if is_object(body) and is_sendable_json(body) else {}
    return {name: value for name, value in fields.items() if name not in added}


def _body_type(
    operation: Operation, body: dict[str, Any], names: Names, synthesis: Synthesis
) -> str:
    """The model of the body, if it has one and is what that says."""
    payload = operation.request and operation.request.payload
    if not payload or payload.type != "reference" or not synthesis.is_valid(payload, body):
        return ""
    return Code(annotation(payload, names))


def access(names: Sequence[str], context: Context) -> dict[str, Any]:
    """A combination of credentials, and how they travel."""
    schemes = {scheme.name: scheme for scheme in context.api.security_schemes}
    headers: dict[str, str] = {}
    cookies: list[str] = []
    arguments: dict[str, Any] = {}
    query: list[tuple[str, str]] = []
    for scheme in (schemes[name] for name in names):
        secret, sent = _secret(scheme, len(arguments))
        arguments[context.names.schemes[scheme.name]] = secret
        if scheme.kind == "query":
            query.append((scheme.parameter, sent))
        elif scheme.kind == "cookie":
            cookies.append(f"{scheme.parameter}={sent}")
        else:
            headers[scheme.parameter or "Authorization"] = sent
    if cookies:
        headers["Cookie"] = "; ".join(cookies)
    return {"arguments": arguments, "headers": headers, "query": tuple(query)}


def _secret(scheme: SecurityScheme, number: int) -> tuple[Any, str]:
    """A credential, obviously no real one, as it is given and as it is sent."""
    secret = f"not-a-real-key-{number}"
    if scheme.kind == "basic":
        return ("user", secret), f"Basic {b64encode(f'user:{secret}'.encode()).decode()}"
    return secret, f"Bearer {secret}" if scheme.kind == "bearer" else secret


def _values(method: Method, synthesis: Synthesis) -> Iterator[tuple[Argument, Any]]:
    """A value for each argument that one can be made for."""
    schemas = {(str(it.location), it.name): it.schema for it in method.operation.parameters}
    for argument in method.arguments:
        location, value = argument.location, None
        with suppress(UnmakeableError):
            value = synthesis.payload(schemas[location, argument.wire_name])
        is_fit = is_sendable_json(value) and is_sendable_argument(_text(value), location)
        yield argument, value if is_fit and value not in (None, TEXT) else _TEXTS[location]


def _path(method: Method, values: Sequence[tuple[Argument, Any]]) -> str | None:
    path = method.operation.path
    slashed = {it.name for it in method.operation.parameters if it.has_slash}
    for argument, value in values:
        if argument.location == "path" and path is not None:
            safe = "/" if argument.wire_name in slashed else ""
            path = path.replace(f"{{{argument.wire_name}}}", quote(_text(value), safe=safe))
    return path


def _located(
    location: str, method: Method, values: Sequence[tuple[Argument, Any]]
) -> Iterator[tuple[str, Any]]:
    """The fields of the query or the header, those with one possible value first."""
    yield from method.fixed(location).items()
    yield from (
        (argument.wire_name, value)
        for argument, value in values
        if argument.location == location and value is not None
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
