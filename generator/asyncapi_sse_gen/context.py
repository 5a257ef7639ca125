"""What the templates see: the intermediate model and the names, made ready to be printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .expressions import Code, expression
from .intermediate import Api, Message, Operation, Parameter, SecurityScheme
from .naming import Names
from .quoting import literal

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
        return {it.name: it.schema.values[0] for it in found if is_fixed(it)}


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


def is_fixed(parameter: Parameter) -> bool:
    """Whether it has one possible value, and so is always sent."""
    return len(parameter.schema.values) == 1 and parameter.location != "path"
