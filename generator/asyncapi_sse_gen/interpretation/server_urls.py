"""Server URLs: scheme, host, base path and variables (2.6, "Server Object").

A server's URL may lack its scheme, since `protocol` names it, and may hold variables, one of which
may be the whole URL.
"""

from __future__ import annotations

import re

from asyncapi_sse_gen.intermediate import Server, ServerVariable
from asyncapi_sse_gen.nodes import Node

from .document import MAX_ADDRESS, Document, has_control_character, scalar_text
from .servers import SCHEME, ServerEntry

_NAME = re.compile(r"[A-Za-z0-9_-]+")  # 2.6: the keys of `servers`
_VARIABLE = re.compile(r"\{([^{}]*)\}")
_WHOLE_URL = re.compile(r"^\{[^{}]+\}(?=/|$)")
_URL_VARIABLE = re.compile(r"ur[li]|base|endpoint|origin", re.IGNORECASE)
_FORBIDDEN = re.compile(r"[\s\"'<>\\^`|]")
_LOCAL = re.compile(r"^(?:localhost|127\.|\[::1\]|0\.0\.0\.0)")
_PLACEHOLDER = re.compile(r"(?:your|my|example)[-_ ].*|<.*>|[A-Z]+(?:_[A-Z]+)+")
_PORT = re.compile(r":(?!\d{1,5}$)[^\]]*$")


def read_server(document: Document, entry: ServerEntry) -> Server | None:
    """The server as the client needs it; None, reported, where its URL can't be used."""
    node, report = entry.node, document.report
    if not _NAME.fullmatch(entry.name):
        message = "a server's name holds only letters, digits, `_` and `-` in 2.6"
        help = "rename it; the name is what users give as `server=`"
        report.warning("unusual-name", message, node.place, help=help)
    place = (node.get("url") or node).place
    url = _with_scheme(document, entry).rstrip("/")
    fault = _fault(url)
    if fault:
        report.error("invalid-server-url", f"the server's URL {fault}", place)
        return None
    return Server(
        name=entry.name,
        url=url,
        variables=tuple(
            _read_variable(document, node, name) for name in dict.fromkeys(_VARIABLE.findall(url))
        ),
        description=document.text(node, "description"),
    )


def _with_scheme(document: Document, entry: ServerEntry) -> str:
    """The URL with the scheme that it has, else that `protocol` names, else `https`."""
    url = document.text(entry.node, "url").strip()
    scheme = SCHEME.match(url)
    if scheme:
        return url if scheme[1].lower() != "sse" else f"https{url[len(scheme[1]) :]}"
    whole = _WHOLE_URL.match(url)
    if whole:
        default = document.text(entry.node, "variables", whole[0][1:-1], "default")
        if "://" in default or (not default and _URL_VARIABLE.search(whole[0])):
            return url
    url = url.removeprefix("//")
    protocols = set(re.split(r"[^a-z]+", entry.protocol))
    if protocols & {"http", "sse"} and (
        _LOCAL.match(url) or protocols.isdisjoint({"https", "sse"})
    ):
        return f"http://{url}"
    if protocols.isdisjoint({"http", "https"}):
        message = "neither `url` nor `protocol` says the scheme; https is assumed"
        help = "begin the URL with `https://`"
        document.report.note("assumed-scheme", message, entry.node.place, help=help)
    return f"https://{url}"


def _fault(url: str) -> str:
    """What is wrong with a URL, or ""."""
    if len(url) > MAX_ADDRESS:
        return "is too long"
    scheme = SCHEME.match(url)
    rest = url[len(scheme[0]) :] if scheme else url
    bare = _VARIABLE.sub("x", rest)
    authority, _, path = bare.partition("/")
    if has_control_character(url) or _FORBIDDEN.search(url):
        return "holds characters that no URL has"
    if "{" in bare or "}" in bare:
        return "has a brace without its other half"
    if not authority or authority.startswith(":"):
        return "names no host"
    if "@" in authority:
        return "holds credentials; declare them under `securitySchemes`"
    if "?" in bare or "#" in bare:
        return "has a query or a fragment; declare query parameters under `bindings.http.query`"
    if _PORT.search(_VARIABLE.sub("1", rest).partition("/")[0]):
        return "has a port that is no number"
    if {".", ".."} & set(path.split("/")):
        return "climbs out of its own path"
    return ""


def _read_variable(document: Document, server: Node, name: str) -> ServerVariable:
    """2.6, "Server Variable Object"; without `default` the caller must give a value."""
    node = document.get(server, "variables", name)
    if node is None:
        message = f"the URL's variable `{name}` isn't declared under `variables`; it is required"
        help = f"declare it: `variables: {{{name}: {{default: ...}}}}`"
        document.report.warning("undeclared-variable", message, server.place, help=help)
        return ServerVariable(name=name)
    default = document.get(node, "default")
    values = tuple(scalar_text(value) for value in document.elements(node, "enum"))
    text = scalar_text(default) if default is not None else None
    if default is not None and values and text not in values:
        message = f"the default of `{name}` isn't among its values"
        help = "add it to `enum`, or take another default"
        document.report.warning("default-not-in-enum", message, default.place, help=help)
    if default is not None and _PLACEHOLDER.fullmatch(text or ""):
        message = f"the default of `{name}` looks like a placeholder; a client can't use it"
        help = "leave the default out: then the client asks for the value"
        document.report.note("placeholder-default", message, default.place, help=help)
    return ServerVariable(
        name=name, default=text, values=values, description=document.text(node, "description")
    )
