"""The intermediate model: what a document says, as a client generator needs it.

Frozen and free of the document's spelling: references are followed, traits are merged, defaults
are filled in, what HTTP and SSE mean in AsyncAPI 2.6 is decided. Document text stands here as it
was written; only rendering makes it fit for Python or Markdown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from .diagnostics import Place

# --------------------------------------------------------------------------------------- schemas

SchemaType = Literal[
    "any", "null", "boolean", "integer", "number", "string", "array", "object", "union", "reference"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema:
    """A JSON Schema (draft 7), normalised.

    There is one way to say each thing: `nullable` for the five spellings of null, `values` for
    `enum` and `const` (one value is a constant), `alternatives` for `oneOf` and `anyOf`, merged
    properties for `allOf`. An object with properties never stands inside another schema: it is a
    `Definition`, and a `reference` leads to it.
    """

    type: SchemaType = "any"
    nullable: bool = False
    values: tuple[Any, ...] = ()
    """The values of an `enum` or `const` without null; empty where any value will do."""
    items: Schema | None = None
    prefix_items: tuple[Schema, ...] = ()
    properties: tuple[Property, ...] = ()
    additional: Schema | None = None
    """What properties that aren't named hold; None says nothing about them."""
    alternatives: tuple[Schema, ...] = ()
    discriminator: str = ""
    """The property that tells the alternatives apart, if the document names one."""
    target: str = ""
    """Of a reference: the `Definition.pointer` it leads to."""
    constraints: tuple[tuple[str, Any], ...] = ()
    """Validation keywords by their JSON Schema name (`minimum`, `maxLength`, ...)."""
    format: str = ""
    title: str = ""
    description: str = ""
    default: Any = None
    has_default: bool = False
    deprecated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Property:
    """A property of an object schema; `name` is the wire name."""

    name: str
    schema: Schema
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """An object schema that becomes a model.

    `pointer` says where it stands and is its identity (`specs/x.yml#/components/schemas/Chunk`
    shortened to `#/components/schemas/Chunk` for the main document); `proposed` is the name that
    its place suggests, not yet an identifier.
    """

    pointer: str
    proposed: str
    schema: Schema
    place: Place
    is_named: bool = False
    """Whether the document gives it this name; else its place suggests it."""


def json_type(value: Any) -> SchemaType:
    """The type that JSON Schema gives a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


# --------------------------------------------------------------------------------------- servers


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerVariable:
    """A `{name}` of a server's URL; `default` is None where the document gives none."""

    name: str
    default: str | None = None
    values: tuple[str, ...] = ()
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A server; `url` has a scheme, no trailing slash, and `{name}` for its variables."""

    name: str
    url: str
    variables: tuple[ServerVariable, ...] = ()
    description: str = ""


SecurityKind = Literal["bearer", "basic", "header", "query", "cookie"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SecurityScheme:
    """How a credential travels; `parameter` is the name of the header, query field or cookie."""

    name: str
    kind: SecurityKind
    parameter: str = ""
    variable: str = ""
    """The environment variable that the description names, as it is written there."""
    description: str = ""


# ------------------------------------------------------------------------------------- operations


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A path, query or header parameter of a request; `name` is the wire name."""

    name: str
    location: Literal["path", "query", "header"]
    schema: Schema
    required: bool = False
    description: str = ""
    has_slash: bool = False
    """Whether the document's own examples, enum or default of a path parameter hold a slash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The body of the request; `payload` is None where the document doesn't describe it."""

    content_type: str = "application/json"
    payload: Schema | None = None
    name: str = ""
    description: str = ""
    examples: tuple[Example, ...] = ()
    constants: tuple[tuple[str, Any], ...] = ()
    """Fields that the document says must be in the body, with their values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """An example of a message's payload, as plain JSON."""

    payload: Any
    name: str = ""
    summary: str = ""
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message that the server sends. `key` is its identity among the document's messages."""

    key: str
    name: str
    """The name its class gets when the payload's own won't do; not yet an identifier."""
    payload: Schema
    is_text: bool = False
    """Whether the data is text as it stands, not JSON."""
    event: str = ""
    """The SSE event name that carries it; "" where it has none of its own."""
    further_events: tuple[str, ...] = ()
    """Further event names that carry it."""
    constant: Any = None
    """The value of `Operation.discriminator` that marks it; None where it has none."""
    further_constants: tuple[Any, ...] = ()
    """Further values of the discriminator that mark it."""
    marks: tuple[tuple[str, ...], ...] = ()
    """Where structure tells it apart: the message is this one if all properties of one of these
    combinations are there. Larger combinations are looked for first; the empty one always fits."""
    properties: tuple[str, ...] = ()
    """The wire names of its payload's properties."""
    required: tuple[str, ...] = ()
    title: str = ""
    summary: str = ""
    description: str = ""
    deprecated: bool = False
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminator:
    """The data value that ends a stream and is not delivered.

    `required` is False where only prose mentions it. A final message is no terminator: see
    `Operation.final`.
    """

    value: str
    required: bool


Discrimination = Literal["single", "event", "constant", "content_type", "structure"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One event stream: how to ask for it, and what it carries."""

    operation_id: str
    """As the document has it; "" where it has none."""
    channel: str
    """The channel's key, as the document has it."""
    path: str | None
    """The path below the server's URL, with `{name}` for parameters; None if the key is no path."""
    method: str
    servers: tuple[str, ...]
    """The names of the servers it can be reached at; empty where the document has none."""
    parameters: tuple[Parameter, ...] = ()
    request: Request | None = None
    """None where the request has no body (GET)."""
    messages: tuple[Message, ...]
    discrimination: Discrimination = "single"
    discriminator: tuple[str, ...] = ()
    """The path of the payload field whose constant tells messages apart."""
    terminator: Terminator | None = None
    final: str = ""
    """The `key` of the message that the declared terminator names: delivered, then the end."""
    last: str = ""
    """The `key` of the message that calls itself the last; it ends nothing."""
    resumable: bool = False
    """Whether the document says that the stream can be resumed from the last event ID."""
    reconnection_time: int | None = None
    """Milliseconds, from `x-retry-ms`."""
    security: tuple[tuple[str, ...], ...] = ()
    """Alternatives, each a combination of schemes' names; an empty one means none is needed."""
    title: str = ""
    summary: str = ""
    description: str = ""
    deprecated: bool = False
    tags: tuple[str, ...] = ()
    documentation: str = ""
    """The URL of its `externalDocs`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Api:
    """A document, interpreted."""

    title: str
    version: str
    description: str = ""
    documentation: str = ""
    """The URL of its `externalDocs`."""
    servers: tuple[Server, ...]
    """Those that an operation can be reached at, in the document's order."""
    security_schemes: tuple[SecurityScheme, ...]
    operations: tuple[Operation, ...]
    definitions: tuple[Definition, ...]
    """Every object schema that the operations reach."""
