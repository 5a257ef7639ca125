"""What docstrings and the README of a package say, from the document's own words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .context import Argument, Carried, Context, Method
from .markdown import code
from .quoting import literal
from .samples import sample_body


def package_text(context: Context) -> str:
    """The docstring of the package, with a first example."""
    code_lines = sample_code(context, context.methods[0]).split("\n")
    example = "\n".join(f"    {line}" for line in code_lines)
    parts = [_line(context.api.title), context.api.description.strip(), "To begin with::", example]
    return "\n\n".join(part for part in parts if part)


def constructor_text(context: Context, options: str) -> str:
    """The docstring of a client's constructor."""
    lines = [
        *_documented(
            Argument(
                name=it.name,
                wire_name=it.wire_name,
                location=it.location,
                type=it.type,
                description=f"{_kind(it)}; {context.names.environment[it.wire_name]} if not given",
            )
            for it in context.credentials
        ),
        *_documented(context.server_arguments),
    ]
    if len(context.api.servers) > 1:
        lines.append("    server: the server to ask, by its name in the document.")
    lines.append(f"    options: see `{options}`.")
    raised = "\n\nRaises:\n    ValueError: a credential is missing, or a URL can't be used."
    return "\n".join(["Make a client.", "", "Args:", *lines]) + raised


def method_text(method: Method) -> str:
    """The docstring of a method."""
    operation = method.operation
    parts = [_line(operation.summary or operation.title) or f"Stream `{operation.channel}`."]
    parts += [text.strip() for text in (operation.description,) if text.strip()]
    if operation.deprecated:
        parts.append("Deprecated.")
    if operation.documentation:
        parts.append(f"See {operation.documentation}")
    lines: list[str] = []
    if method.body_type:
        about = operation.request.description if operation.request else ""
        lines.append(f"    body: {_line(about) or 'the request, as a mapping or a model.'}")
    if operation.path is None:
        lines.append("    url: the URL of the stream, as the document says where to get it.")
    lines += _documented(method.arguments)
    lines.append(f"    options: see `{method.options}`.")
    return "\n\n".join([*parts, "\n".join(["Args:", *lines])])


def short_method_text(method: Method) -> str:
    """The docstring of the same method of the other client."""
    return f"As `Client.{method.name}`, awaited."


def message_text(carried: Carried) -> str:
    """The docstring of a message's own class."""
    message = carried.message
    lines = [_line(message.summary or message.title), message.description.strip()]
    lines += ["Deprecated."] if message.deprecated else []
    return "\n\n".join(line for line in lines if line) or f"The message {message.name}."


def ending_text(method: Method) -> str:
    """How a stream ends, as Markdown."""
    settings = dict(method.table_settings)
    if "final" in settings:
        return f"It ends with {code(settings['final'])}; without it, it is truncated."
    if "terminator" in settings:
        end = f"It ends at the data {code(settings['terminator'])}"
        return f"{end}; without it, it is truncated." if "requires_end" in settings else f"{end}."
    if "last" in settings:
        return f"It ends with the connection; {code(settings['last'])} says that it is the last."
    return "It ends with the connection."


def sample_code(context: Context, method: Method) -> str:
    """A program that reads the stream of a method."""
    given = [f'{it.name}="..."' for it in context.server_arguments if it.default == "None"]
    if not context.api.servers:
        given.insert(0, 'base_url="https://..."')
    opening = f"with Client({', '.join(given)}) as client:"
    security = [name for names in method.operation.security[:1] for name in names]
    if security:
        variables = " and ".join(context.names.environment[name] for name in security)
        opening = f"{opening}  # the key comes from {variables}"
    arguments = ["request"] if method.body_type else []
    if method.operation.path is None:
        arguments.append('url="https://..."')
    arguments += [f'{argument.name}="..."' for argument in method.arguments if not argument.default]
    lines = [
        f"from {context.names.package} import Client",
        "",
        *(_assigned("request", sample_body(method.operation)) if method.body_type else []),
        opening,
        f"    with client.{method.name}({', '.join(arguments)}) as stream:",
        "        for message in stream:",
        "            print(message)",
    ]
    return "\n".join(lines)


def _assigned(name: str, value: dict[str, Any]) -> list[str]:
    """The lines that give a name to an object, one for each of its fields."""
    if not value:
        return [f"{name} = {{}}"]
    fields = [f"    {literal(key)}: {literal(item)}," for key, item in value.items()]
    return [f"{name} = {{", *fields, "}"]


def first_paragraph(text: str) -> str:
    """The beginning of a longer text."""
    return text.strip().partition("\n\n")[0]


def _kind(argument: Argument) -> str:
    return (
        "a pair of user name and password" if argument.location == "basic" else "the key or token"
    )


def _documented(arguments: Iterable[Argument]) -> Iterable[str]:
    for argument in arguments:
        yield f"    {argument.name}: {_line(argument.description) or f'`{argument.wire_name}`.'}"


def _line(text: str) -> str:
    return " ".join(text.split())
