"""Every identifier of a package, chosen once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from .class_names import alias_names, class_names, message_names, place_names
from .diagnostics import Report
from .identifiers import Taken, settle, snake_case
from .intermediate import Api, Definition, Operation
from .packages import environment_variables
from .reserved import ARGUMENTS, CLASSES, CONSTRUCTOR, FIELDS, METHODS
from .targets import targets_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What is called how."""

    package: str
    """The import package."""
    environment: Mapping[str, str]
    """Security scheme -> environment variable."""
    classes: Mapping[str, str]
    """`Definition.pointer` -> class."""
    fields: Mapping[tuple[str, str], str]
    """(`Definition.pointer`, wire name) -> attribute."""
    messages: Mapping[str, str]
    """`Message.key` -> class, for messages that need one beside that of their payload."""
    aliases: Mapping[str, str]
    """`Operation.channel` -> alias of the union, for operations that deliver several messages."""
    methods: Mapping[str, str]
    """`Operation.channel` -> method."""
    arguments: Mapping[tuple[str, str, str], str]
    """(`Operation.channel`, location, wire name) -> keyword argument."""
    schemes: Mapping[str, str]
    """Security scheme -> argument of the client."""
    variables: Mapping[str, str]
    """Server variable -> argument of the client."""


def choose_names(api: Api, package: str, stem: str, report: Report) -> Names:
    """Choose every name: as in the document where that is possible, else close to it.

    `stem` is the name of the document's file without its suffix. What is settled first doesn't
    depend on what comes later: names that the document gives come before names of places.
    """
    methods = _methods(api)
    taken = Taken(CLASSES)
    classes = class_names(api, taken, report)
    messages = message_names(api, taken)
    classes |= place_names(api, taken, report)
    constructor = Taken(CONSTRUCTOR)
    return Names(
        package=package,
        environment=environment_variables(stem, api),
        classes=classes,
        fields={
            (definition.pointer, wire_name): name
            for definition in api.definitions
            for wire_name, name in field_names(definition, classes).items()
        },
        messages=messages,
        aliases=alias_names(api, methods, taken),
        methods=methods,
        arguments={
            (operation.channel, location, wire_name): name
            for operation in api.operations
            for (location, wire_name), name in _arguments(operation).items()
        },
        schemes=_schemes(api, constructor),
        variables=_variables(api, constructor),
    )


def field_names(definition: Definition, classes: Mapping[str, str]) -> dict[str, str]:
    """The attributes of a model by their wire names.

    No field is called as a class that the model's annotations mention: it would hide it there.
    """
    properties = definition.schema.properties
    mentioned = {classes[target] for field in properties for target in targets_of(field.schema)}
    wire_names = {field.name: field.name for field in properties}
    return settle(wire_names, Taken(FIELDS | mentioned), "field")


def _methods(api: Api) -> dict[str, str]:
    texts = {operation.channel: _method_text(operation) for operation in api.operations}
    return settle(texts, Taken(METHODS), "stream")


def _method_text(operation: Operation) -> str:
    path = operation.channel.partition("?")[0].partition("#")[0]
    return snake_case(operation.operation_id) or f"stream_{snake_case(path) or 'events'}"


def _arguments(operation: Operation) -> dict[tuple[str, str], str]:
    """The arguments for parameters; of two parameters with one name, that of the path keeps it."""
    parameters = operation.parameters
    count = Counter(parameter.name for parameter in parameters)
    texts: dict[tuple[str, str], str] = {
        (parameter.location, parameter.name): (
            f"{parameter.location}_{parameter.name}"
            if count[parameter.name] > 1 and parameter.location != "path"
            else parameter.name
        )
        for parameter in parameters
    }
    return settle(texts, Taken(ARGUMENTS), "parameter")


def _schemes(api: Api, taken: Taken) -> dict[str, str]:
    schemes = [scheme.name for scheme in api.security_schemes]
    if len(schemes) == 1:
        return {schemes[0]: taken.take("api_key")}
    return settle({name: snake_case(name) for name in schemes}, taken, "credential")


def _variables(api: Api, taken: Taken) -> dict[str, str]:
    names = (variable.name for server in api.servers for variable in server.variables)
    return settle({name: name for name in names}, taken, "variable")
