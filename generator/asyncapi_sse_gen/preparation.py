"""The model and the names -> what the templates see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .annotations import annotation
from .context import Argument, Carried, Context, Method, Security, is_fixed
from .expressions import Code
from .intermediate import Api, Message, Operation, Parameter, Schema, Server, ServerVariable
from .naming import Names
from .quoting import literal

OWN_EXPORTS = {
    "client": ("AsyncClient", "Client"),
    "errors": (
        "APIConnectionError",
        "APIError",
        "APIStatusError",
        "APITimeoutError",
        "AuthenticationError",
        "BadRequestError",
        "EventDecodeError",
        "EventTooLargeError",
        "InternalServerError",
        "NotAnEventStreamError",
        "NotFoundError",
        "PermissionDeniedError",
        "RateLimitError",
        "StreamErrorEvent",
        "StreamTruncatedError",
    ),
    "parser": ("ServerSentEvent",),
    "stream": ("AsyncEventStream", "EventStream", "StreamStats"),
    "timeouts": ("Timeout",),
}
"""What a package exports whatever the document says, by module."""


def make_context(api: Api, names: Names) -> Context:
    """Collect what the templates print."""
    methods = tuple(_method(operation, api, names) for operation in api.operations)
    own = {
        carried.type: carried for method in methods for carried in method.messages if carried.base
    }
    aliases = [method.alias for method in methods if method.alias]
    exports = {
        **OWN_EXPORTS,
        "messages": tuple(sorted([*own, *aliases])),
        "models": tuple(
            sorted(names.classes[definition.pointer] for definition in api.definitions)
        ),
    }
    return Context(
        api=api,
        names=names,
        methods=methods,
        credentials=tuple(_credentials(api, names)),
        server_arguments=tuple(_server_arguments(api.servers, names)),
        security=_common_security(api),
        own_classes=tuple(own.values()),
        exports=tuple((module, found) for module, found in sorted(exports.items()) if found),
    )


def _common_security(api: Api) -> Security:
    """The alternatives that every operation needs; one that is empty if some needs none."""
    securities = {operation.security or ((),) for operation in api.operations}
    return securities.pop() if len(securities) == 1 else ((),)


def _method(operation: Operation, api: Api, names: Names) -> Method:
    all_servers = tuple(server.name for server in api.servers)
    name = names.methods[operation.channel]
    messages = tuple(_carried(message, operation, names) for message in operation.messages)
    types = {carried.message.key: carried.type for carried in messages}
    alias = names.aliases.get(operation.channel, "")
    delivered = [carried.type for carried in messages if not carried.is_error]
    union = " | ".join(dict.fromkeys(delivered or types.values()))
    arguments = tuple(_arguments(operation, names))
    return Method(
        operation=operation,
        name=name,
        endpoint=f"_{name.upper()}",
        table=f"{name.upper()}_TABLE",
        messages=messages,
        type=alias or union,
        alias=alias,
        union=union,
        body_type=_body_type(operation, names),
        arguments=arguments,
        settings=tuple(_endpoint_settings(operation, all_servers, _common_security(api))),
        table_type="DiscriminatedTable" if _is_discriminated(operation) else "MessageTable",
        table_settings=tuple(_table_settings(operation, types)),
    )


def _is_discriminated(operation: Operation) -> bool:
    """Whether there is more to an event than the one message that it carries."""
    has_names = any(message.event for message in operation.messages)
    return len(operation.messages) > 1 or has_names or bool(operation.final or operation.last)


def _body_type(operation: Operation, names: Names) -> str:
    request = operation.request
    if request is None:
        return ""
    payload = request.payload or Schema()
    has_models = all(it.type == "reference" for it in payload.alternatives or (payload,))
    return f"Mapping[str, Any]{f' | {annotation(payload, names)}' if has_models else ''}"


def _carried(message: Message, operation: Operation, names: Names) -> Carried:
    payload = "str" if message.is_text else annotation(message.payload, names)
    own = names.messages.get(message.key, "")
    events = (message.event, *message.further_events) if message.event else ()
    has_constant = message.constant is not None
    settings: dict[str, Any] = {
        "is_text": message.is_text,
        "events": events,
        "constants": (message.constant, *message.further_constants) if has_constant else (),
        "marks": message.marks if operation.discrimination == "structure" else (),
    }
    return Carried(
        message=message,
        type=own or payload,
        base=payload if own else "",
        is_error="error" in (*events, *settings["constants"]),
        is_model=not own and not message.is_text and message.payload.type == "reference",
        settings=tuple((name, value) for name, value in settings.items() if value),
    )


def _endpoint_settings(
    operation: Operation, all_servers: tuple[str, ...], common_security: Security
) -> Iterator[tuple[str, Any]]:
    request = operation.request
    if operation.servers and operation.servers != all_servers:
        yield "servers", operation.servers
    if operation.security and operation.security != common_security:
        yield "security", operation.security
    if request and request.content_type != "application/json":
        yield "content_type", request.content_type
    if request and request.constants:
        yield "body", dict(request.constants)
    if operation.resumable:
        yield "resumable", True
    if operation.reconnection_time is not None:
        yield "reconnection_time", operation.reconnection_time


def _table_settings(operation: Operation, types: dict[str, str]) -> Iterator[tuple[str, Any]]:
    if operation.discriminator and len(operation.messages) > 1:
        yield "discriminator", operation.discriminator
    if operation.terminator:
        yield "terminator", operation.terminator.value
    if operation.final or (operation.terminator and operation.terminator.required):
        yield "requires_end", True
    if operation.final:
        yield "final", Code(types[operation.final])
    if operation.last:
        yield "last", Code(types[operation.last])


def _arguments(operation: Operation, names: Names) -> Iterator[Argument]:
    """The arguments of a method, those that must be given first."""
    ordered = sorted(operation.parameters, key=lambda parameter: not _is_required(parameter))
    for parameter in ordered:
        if is_fixed(parameter):
            continue
        type_, is_required = annotation(parameter.schema, names), _is_required(parameter)
        is_nullable = is_required or type_ in ("Any", "None") or type_.endswith(" | None")
        yield Argument(
            name=names.arguments[operation.channel, parameter.location, parameter.name],
            wire_name=parameter.name,
            location=parameter.location,
            type=type_ if is_nullable else f"{type_} | None",
            default="" if is_required else "None",
            description=parameter.description or parameter.schema.description,
        )


def _is_required(parameter: Parameter) -> bool:
    return parameter.location == "path" or parameter.required


def _credentials(api: Api, names: Names) -> Iterator[Argument]:
    for scheme in api.security_schemes:
        yield Argument(
            name=names.schemes[scheme.name],
            wire_name=scheme.name,
            location=scheme.kind,
            type="Credential",
            default="None",
            description=scheme.description,
        )


def _server_arguments(servers: tuple[Server, ...], names: Names) -> Iterator[Argument]:
    """An argument for each server variable."""
    found = {
        variable.name: Argument(
            name=names.variables[variable.name],
            wire_name=variable.name,
            location="server",
            type=_variable_type(variable),
            default=literal(variable.default),
            description=variable.description,
        )
        for server in servers
        for variable in server.variables
    }
    yield from found.values()


def _variable_type(variable: ServerVariable) -> str:
    values = [literal(value) for value in variable.values]
    type_ = f"Literal[{', '.join(values)}]" if values else "str"
    return f"{type_} | None" if variable.default is None else type_
