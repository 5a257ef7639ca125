"""What the tests of a package expect of it: calls, requests and streams, made of the document."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast
from urllib.parse import quote

from .context import Argument, Carried, Context, Method, Settings
from .expressions import Code
from .intermediate import Message, Operation, Parameter, SecurityScheme
from .samples import sample_body
from .synthesis import Synthesis, UnmakeableError

_SECRET = "not-a-real-key"
_PLAIN = ("string", "integer", "number", "boolean")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedMethod:
    """What a test needs to know of a method."""

    settings: Settings
    accesses: tuple[Settings, ...]
    """Credentials that are enough, one combination for each alternative."""
    samples: tuple[Settings, ...]


def expected_methods(context: Context) -> list[ExpectedMethod]:
    """What is expected of each method of a package."""
    synthesis = Synthesis(context.api.definitions)
    return [
        ExpectedMethod(
            settings=tuple(_settings(_method(method, synthesis))),
            accesses=tuple(
                tuple(_settings(_access(names, context)))
                for names in method.operation.security or ((),)
            ),
            samples=tuple(tuple(_settings(sample)) for sample in _samples(method, synthesis)),
        )
        for method in context.methods
    ]


def expected_arguments(context: Context) -> dict[str, str]:
    """Arguments that the constructor of a client can't do without."""
    return {it.name: "server" for it in context.server_arguments if not it.default}


def expected_variables(context: Context) -> dict[str, str]:
    """The environment variables of the credentials, by the client's arguments."""
    return {it.name: context.names.environment[it.wire_name] for it in context.credentials}


def _settings(values: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Those of some keyword arguments that say anything; payload and body may be empty."""
    for name, value in values.items():
        says_nothing = value is None or (value in ("", (), {}, False) and name != "body")
        if name == "payload" or not says_nothing:
            yield name, value


# --------------------------------------------------------------------------------------- requests


def _method(method: Method, synthesis: Synthesis) -> dict[str, Any]:
    operation, settings = method.operation, dict(method.settings)
    values = dict(_values(method, synthesis))
    path = operation.path
    for argument, value in values.items():
        if argument.location == "path" and path is not None:
            safe = "/" if argument.wire_name in settings.get("slashes", ()) else ""
            path = path.replace(f"{{{argument.wire_name}}}", quote(_text(value), safe=safe))
    query = [(name, value) for name, value in settings.get("fixed_query", {}).items()]
    query += [(it.wire_name, value) for it, value in values.items() if it.location == "query"]
    headers = [(name, value) for name, value in settings.get("fixed_headers", {}).items()]
    headers += [(it.wire_name, value) for it, value in values.items() if it.location == "header"]
    ends = operation.terminator
    return {
        "name": method.name,
        "verb": operation.method,
        "path": path,
        "arguments": {it.name: value for it, value in values.items()},
        "body": sample_body(operation) if method.body_type else None,
        "added": settings.get("body", {}),
        "content_type": settings.get("content_type", ""),
        "query": tuple((name, text) for name, value in query for text in _texts(value)),
        "headers": {name: _text(value) for name, value in headers},
        "terminator": ends.value if ends else None,
        "requires_end": bool(operation.final or (ends and ends.required)),
    }


def _values(method: Method, synthesis: Synthesis) -> Iterator[tuple[Argument, Any]]:
    """A value for each argument that one can be made for."""
    parameters = {(it.location, it.name): it for it in method.operation.parameters}
    for argument in method.arguments:
        parameter = cast(Parameter, parameters[argument.location, argument.wire_name])
        try:
            value = synthesis.payload(parameter.schema)
        except UnmakeableError:
            continue
        if value == "text":  # nothing says what it is to be: then it shows how it is encoded
            value = {"path": "a/b ü", "query": "a&b=ü"}.get(argument.location, "a text")
        yield argument, value


def _texts(value: Any) -> list[str]:
    """The fields of a query that stand for a value: one for each item of a list."""
    items = cast(list[Any], value) if isinstance(value, list) else [value]
    return [_text(item) for item in items if item is not None]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _access(names: Sequence[str], context: Context) -> dict[str, Any]:
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
    """A credential, no real one, as it is given and as it is sent."""
    secret = f"{_SECRET}-{number}"
    if scheme.kind == "basic":
        return ("user", secret), f"Basic {b64encode(f'user:{secret}'.encode()).decode()}"
    return secret, f"Bearer {secret}" if scheme.kind == "bearer" else secret


# ---------------------------------------------------------------------------------------- streams


def _samples(method: Method, synthesis: Synthesis) -> Iterator[dict[str, Any]]:
    """The events that a stream may carry, as the document's examples or made of its schemas."""
    operation = method.operation
    for carried in method.messages:
        message = carried.message
        payloads = [
            example.payload
            for example in message.examples
            if _is_fit(operation, message, example.payload)
        ]
        payloads = payloads or list(_made(operation, message, synthesis))
        for number, payload in enumerate(payloads):
            sample = _sample(operation, carried, payload, synthesis)
            yield sample
            if not number:
                yield from ({**sample, "event": event} for event in message.further_events)


def _sample(
    operation: Operation, carried: Carried, payload: Any, synthesis: Synthesis
) -> dict[str, Any]:
    message = carried.message
    is_valid = message.is_text or synthesis.is_valid(message.payload, payload)
    return {
        "type": Code(carried.type),
        "payload": payload,
        "event": message.event,
        "is_text": message.is_text,
        "is_error": "error" in (message.event, message.constant),
        "is_final": message.key == operation.final,
        "is_last": message.key == operation.last,
        "differs": not is_valid,
        "drifting": _drifting(operation, carried, payload, synthesis) if is_valid else "",
    }


def _made(operation: Operation, message: Message, synthesis: Synthesis) -> Iterator[Any]:
    """Payloads made of the schema, one for each value of the discriminator."""
    if message.is_text:
        yield f"the text of {message.name}"
        return
    is_structure = operation.discrimination == "structure"
    wanted = message.marks[0] if message.marks else ()
    try:
        payload = synthesis.payload(message.payload, wanted if is_structure else None)
    except UnmakeableError:
        return
    for constant in (message.constant, *message.further_constants):
        if constant is not None:
            payload = _marked(payload, operation.discriminator, constant)
        if _is_fit(operation, message, payload):
            yield payload


def _marked(payload: Any, path: Sequence[str], constant: Any) -> Any:
    """The payload with this value of the discriminator."""
    if not path:
        return constant
    fields = cast(dict[str, Any], payload) if isinstance(payload, dict) else {}
    return {**fields, path[0]: _marked(fields.get(path[0]), path[1:], constant)}


def _drifting(operation: Operation, carried: Carried, payload: Any, synthesis: Synthesis) -> str:
    """A property of plain type that an object has and that tells nothing of which message it is."""
    if not carried.base and not carried.is_model or not isinstance(payload, dict):
        return ""
    for name in cast(dict[str, Any], payload):
        schema = synthesis.property(carried.message.payload, name)
        if name != "error" and name not in operation.discriminator[:1] and schema:
            if schema.type in _PLAIN and not schema.values:
                return name
    return ""


def _is_fit(operation: Operation, message: Message, payload: Any) -> bool:
    """Whether an event can carry the payload, and can't be taken for anything else."""
    names = (message.event, *message.further_events)
    if any(mark in name for name in names for mark in "\r\n"):
        return False
    if message.is_text:
        ends = operation.terminator
        is_end = ends is not None and str(payload).strip() == ends.value
        return isinstance(payload, str) and _is_utf8(payload) and not is_end
    if not _is_json(payload) or not _is_told_apart(operation, message, payload):
        return False
    if isinstance(payload, dict):
        fields = cast(dict[str, Any], payload)
        is_known = not message.required or not fields.keys().isdisjoint(message.properties)
        return is_known and (fields.get("error") is None or "error" in message.properties)
    return not message.properties


def _is_told_apart(operation: Operation, message: Message, payload: Any) -> bool:
    constants = (message.constant, *message.further_constants)
    if operation.discriminator and not (operation.discrimination == "event" and message.event):
        return _mark(payload, operation.discriminator) in constants
    if operation.discrimination != "structure":
        return True
    names = set(cast(dict[str, Any], payload)) if isinstance(payload, dict) else set[str]()
    fitting = [
        (len(marks), it.key)
        for it in operation.messages
        for marks in it.marks
        if names.issuperset(marks)
    ]
    largest = max(fitting, default=(0, ""))[0]
    return {key for size, key in fitting if size == largest} == {message.key}


def _mark(payload: Any, path: Sequence[str]) -> Any:
    for name in path:
        payload = cast(dict[str, Any], payload).get(name) if isinstance(payload, dict) else None
    return payload


def _is_utf8(text: str) -> bool:
    return "\r" not in text and text == text.encode("utf-8", "replace").decode()


def _is_json(payload: Any) -> bool:
    """Whether a payload comes back the same from JSON in UTF-8."""
    try:
        text = json.dumps(payload, ensure_ascii=False, allow_nan=False)
        return bool(json.loads(text) == payload) and _is_utf8(text.replace("\r", ""))
    except (ValueError, TypeError, RecursionError):
        return False
