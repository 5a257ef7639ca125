"""What the templates see: the intermediate model and the names, made ready to be printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .annotations import annotation
from .expressions import Code, expression
from .intermediate import (
    Api,
    Message,
    Operation,
    Parameter,
    Schema,
    SecurityScheme,
    Server,
    ServerVariable,
)
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

CONTEXT_VERSION = 1
"""The version of what templates get, `context_version` to them: it grows when a template that was
written for the version before may fail or print something else. docs/templates.md says more."""

_SCHEME_CLASSES = {
    "bearer": "Scheme",
    "header": "Scheme",
    "basic": "BasicScheme",
    "query": "QueryScheme",
    "cookie": "CookieScheme",
}

Security = tuple[tuple[str, ...], ...]
"""Alternatives, each of names of schemes that go together."""

Settings = tuple[tuple[str, Any], ...]
"""Names of keyword arguments, and their values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """A keyword argument of a method or of the client."""

    name: str
    wire_name: str
    location: str
    type: str
    default: str = ""
    """A Python expression; empty where the argument must be given."""
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """A message as a method delivers it."""

    message: Message
    type: str
    """The Python type of what is delivered."""
    base: str
    """The class that its own class derives from; empty where it has no class of its own."""
    is_model: bool
    """Whether it is delivered as a class of models.py."""
    is_error: bool
    """Whether it is raised as `StreamErrorEvent` instead."""
    settings: Settings
    """What tells that an event carries it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A method of the client."""

    operation: Operation
    name: str
    endpoint: str
    """The name of the constant that says how it is asked for."""
    table: str
    """The name of the constant that says what it carries."""
    messages: tuple[Carried, ...]
    type: str
    """The Python type of what its stream delivers."""
    alias: str
    """The name of the union of its messages; empty if it delivers one."""
    union: str
    body_type: str
    """The Python type of its first argument; empty where it takes no body."""
    arguments: tuple[Argument, ...]
    settings: Settings
    """How it is asked for, beside method, path and table."""
    table_type: str
    """The class of that constant."""
    table_settings: Settings
    """How its stream ends."""

    @property
    def options(self) -> str:
        """The type of its options."""
        return "ResumableOptions" if self.is_resumable else "StreamOptions"

    @property
    def is_resumable(self) -> bool:
        """Whether its stream may be taken up again where it broke."""
        return self.operation.method == "GET"

    def parameters(self) -> list[str]:
        """Its parameters as they stand in its signature, `self` and the options left out."""
        body = [f"body: {self.body_type}"] if self.body_type else []
        url = ["url: str"] if self.operation.path is None else []
        named = [*url, *map(_parameter, self.arguments)]
        return [*body, *(["*", *named] if named else [])]

    def call(self) -> dict[str, Any]:
        """What it hands on beside its body, by the parameters of the client that take it."""
        path, fields, lines = map(self._handed_on, ("path", "query", "header"))
        slashes = tuple(it.name for it in self.operation.parameters if it.has_slash)
        values = [Code(self.endpoint), path, *([slashes] if slashes else [])]
        expanded = Code(f"expand_path({', '.join(map(expression, values))})") if path else None
        address = Code("url") if self.operation.path is None else expanded
        handed = {"address": address, "fields": fields, "lines": lines}
        return {name: value for name, value in handed.items() if value}

    def _handed_on(self, location: str) -> dict[str, Any]:
        """The parameters at a location: those with one possible value, then the arguments."""
        given = [it for it in self.arguments if it.location == location]
        return {**self.fixed(location), **{it.wire_name: Code(it.name) for it in given}}

    def fixed(self, location: str) -> dict[str, Any]:
        """The parameters at a location that have one possible value, and that."""
        found = [it for it in self.operation.parameters if it.location == location]
        return {it.name: it.schema.values[0] for it in found if _is_fixed(it)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The whole of it."""

    api: Api
    names: Names
    methods: tuple[Method, ...]
    credentials: tuple[Argument, ...]
    server_arguments: tuple[Argument, ...]
    """One for each server variable."""
    security: Security
    """The alternatives that every operation needs; one that is empty if some needs none."""
    own_classes: tuple[Carried, ...]
    """The messages that have a class beside that of their payload."""
    exports: tuple[tuple[str, tuple[str, ...]], ...]
    """What the package exports, by module."""

    def exported_names(self) -> list[str]:
        """All that the package exports."""
        return sorted(name for _, names in self.exports for name in names)

    def server_urls(self) -> dict[str, str]:
        """The URLs of the servers by their names."""
        return {server.name: server.url for server in self.api.servers}

    def schemes(self) -> dict[str, Code]:
        """The security schemes by their names."""
        return {scheme.name: self._scheme(scheme) for scheme in self.api.security_schemes}

    def _scheme(self, scheme: SecurityScheme) -> Code:
        values = [self.names.schemes[scheme.name], self.names.environment[scheme.name]]
        values += [scheme.parameter] if scheme.parameter else []
        values += [""] if scheme.kind == "header" else []
        return Code(f"{_SCHEME_CLASSES[scheme.kind]}({', '.join(map(literal, values))})")

    def constructor_parameters(self, credential_type: str) -> list[str]:
        """The parameters of a client's constructor, without `self` and the options."""
        credentials = [f"{it.name}: {credential_type} | None = None" for it in self.credentials]
        first, others = (credentials, []) if len(credentials) == 1 else ([], credentials)
        named = [*others, *map(_parameter, self.server_arguments)]
        if len(self.api.servers) > 1:
            names = [literal(server.name) for server in self.api.servers]
            named.append(f"server: Literal[{', '.join(names)}] = {names[0]}")
        return [*first, *(["*", *named] if named else [])]

    def constructor_arguments(self) -> list[str]:
        """What a client's constructor hands on, but for the options."""
        credentials = {it.wire_name: Code(it.name) for it in self.credentials}
        variables = {it.wire_name: Code(it.name) for it in self.server_arguments}
        return [
            "_SERVERS" if self.has_servers() else "_SERVER_URL",
            "_SCHEMES",
            "_SECURITY",
            expression(credentials),
            *(["server=server"] if len(self.api.servers) > 1 else []),
            *([f"variables={expression(variables)}"] if variables else []),
        ]

    def has_servers(self) -> bool:
        """Whether the one URL of the document's server doesn't say where all requests go."""
        gives_url = any(method.operation.path is None for method in self.methods)
        return len(self.api.servers) != 1 or bool(self.server_arguments) or gives_url

    def has_use_for(self, path: str) -> bool:
        """Whether the package has use for a file of the mirror tree."""
        if path == "resumption.py":
            return any(method.is_resumable for method in self.methods)
        if path == "schemes.py":
            return any(_SCHEME_CLASSES[it.kind] != "Scheme" for it in self.api.security_schemes)
        if path == "servers.py":
            return self.has_servers()
        if path == "paths.py":
            return any(it.location == "path" for method in self.methods for it in method.arguments)
        if path == "discrimination.py":
            return any(method.table_type == "DiscriminatedTable" for method in self.methods)
        return True

    def exported(self, module: str) -> tuple[str, ...]:
        """What the package exports of a module."""
        return dict(self.exports).get(module, ())


def _parameter(argument: Argument) -> str:
    default = f" = {argument.default}" if argument.default else ""
    return f"{argument.name}: {argument.type}{default}"


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
        if _is_fixed(parameter):
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


def _is_fixed(parameter: Parameter) -> bool:
    """Whether it has one possible value, and so is always sent."""
    return len(parameter.schema.values) == 1 and parameter.location != "path"


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
