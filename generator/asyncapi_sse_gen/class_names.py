"""The names of classes: models, messages, and the unions of messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from .diagnostics import Report
from .identifiers import Taken, camel_case, cleaned, is_identifier
from .intermediate import Api, Definition, Message


def class_names(api: Api, taken: Taken, report: Report) -> dict[str, str]:
    """The model of each definition that the document gives a name."""
    return _class_names((found for found in api.definitions if found.is_named), taken, report)


def place_names(api: Api, taken: Taken, report: Report) -> dict[str, str]:
    """The model of each definition that is named after the place where it stands."""
    definitions = (found for found in api.definitions if not found.is_named)
    return _class_names(definitions, taken, report)


def message_names(api: Api, taken: Taken) -> dict[str, str]:
    """The classes of messages that their payload doesn't tell apart.

    Messages that share a model get a subclass of it each; texts of one operation, of `str`.
    """
    messages = {message.key: message for message in _messages(api)}
    users = Counter(_model(message) for message in messages.values())
    texts = {
        message.key
        for operation in api.operations
        if sum(message.is_text for message in operation.messages) > 1
        for message in operation.messages
        if message.is_text
    }
    names: dict[str, str] = {}
    for key, message in messages.items():
        if key in texts or (_model(message) and users[_model(message)] > 1):
            name = class_name(message.name)
            own = class_name(key.rpartition("/")[2])
            names[key] = taken.take(name, own, f"{name}Message", separator="")
    return names


def alias_names(api: Api, methods: Mapping[str, str], taken: Taken) -> dict[str, str]:
    """The alias of each operation's union of messages, where it has several."""
    return {
        operation.channel: taken.take(
            f"{camel_case(methods[operation.channel])}Message", separator=""
        )
        for operation in api.operations
        if len(operation.messages) > 1
    }


def class_name(text: str) -> str:
    """A class's name: the text as it is where it can be one, else in CamelCase."""
    if is_identifier(text) and text[0].isupper():
        return text
    name = camel_case(text)
    return name if name[:1].isalpha() else camel_case(f"Schema {cleaned(text, '')}")


def _class_names(definitions: Iterator[Definition], taken: Taken, report: Report) -> dict[str, str]:
    names: dict[str, str] = {}
    for definition in definitions:
        name = class_name(definition.proposed)
        chosen = names[definition.pointer] = taken.take(name, f"{name}Model", separator="")
        if name in taken.reserved:
            message = f"the package itself needs the name `{name}`: the model is `{chosen}`"
            report.note("reserved-name", message, definition.place)
    return names


def _messages(api: Api) -> Iterator[Message]:
    for operation in api.operations:
        yield from operation.messages


def _model(message: Message) -> str:
    """The pointer of a message's model; empty where it has none."""
    is_model = message.payload.type == "reference" and not message.is_text
    return message.payload.target if is_model else ""
