"""Addresses: the path and the query that a channel's key holds (2.6, "Channels Object").

A key is "a relative URI"; in practice it lacks its leading slash, repeats the end of the server's
URL, holds a query or a fragment, or is the name of something and no path at all. What chooses
another host or leaves the server's path is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote, unquote

from asyncapi_sse_gen.diagnostics import Place, Report

from . import prose
from .document import MAX_ADDRESS, has_control_character

_FULL_URL = re.compile(
    r"(?:[a-z][a-z0-9+.-]*:)?//|(?:https?|wss?|urn|file|data|mailto):", re.IGNORECASE
)
_FORBIDDEN = re.compile(r"[\s\"'<>\\^`|]")
_VERB = re.compile(r"[A-Z]+\s+/")
_DOTTED = re.compile(r"[A-Za-z_][\w-]*(?:\.[\w-]+)+")
_WHOLE_URL = re.compile(r"\{\+?(?:\w+[_.-])?ur[il]\}", re.IGNORECASE)  # `{stream_url}`
# RFC 6570: `{?a,b}` is a query, `{+path}` and `{path*}` hold slashes.
_FORM_QUERY = re.compile(r"\{[?&]([\w,.*-]+)\}")
_EXPRESSION = re.compile(r"\{(\+?)([^{}*]+)(\*?)\}")
_SAFE = "/:@!$&'()*,;=~%+"

_IS_URL = "is a full URL; a channel doesn't choose the host, its server does"
_IS_VERB = "begins with an HTTP method"
_NO_PATH = "holds characters that no path has"
_CURES = {
    _IS_URL: "write the path alone, and the rest as the `url` of a server",
    _IS_VERB: "write the path alone, and the method as `bindings: {http: {method: POST}}`",
    _NO_PATH: "percent-encode them, a space as `%20`",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where a channel is: `path` is None if its key is no path; `query` pairs names and values."""

    path: str | None
    parameters: tuple[str, ...] = ()
    """The names of the path's `{name}` expressions, each once."""
    slashed: frozenset[str] = frozenset()
    """Those that RFC 6570's operators allow to hold slashes."""
    query: tuple[tuple[str, str], ...] = ()
    """`("feed", "eventsource")`, or `("limit", "{limit}")` for a parameter."""


def read_address(key: str, place: Place, text: str, report: Report) -> Address | None:
    """The address that a channel's key says; None, reported, where it can't be used."""
    fault = _fault(key)
    if fault:
        message, help = f"the channel's key {fault}", _CURES.get(fault, "")
        report.error("invalid-channel", message, place, help=help)
        return None
    bare, _, fragment = key.partition("#")
    if fragment:
        message = f"`#{fragment}` labels the channel and is no part of its URL"
        report.note("channel-fragment", message, place)
    queries = [name for names in _FORM_QUERY.findall(bare) for name in names.split(",")]
    path, _, query = _FORM_QUERY.sub("", bare).partition("?")
    pairs = [(name.rstrip("*"), f"{{{name.rstrip('*')}}}") for name in queries]
    pairs += [_pair(part) for part in query.split("&") if part]
    if pairs:
        message = "2.6 forbids a query in a channel's key; it is read as query parameters"
        help = "declare them under `bindings.http.query`"
        report.warning("query-in-channel", message, place, help=help)
    if _is_no_path(path, text):
        message = f"`{path}` is no path: the method takes the stream's `url=`"
        help = "write the path below the server's URL as the channel's key, if there is one"
        report.note("channel-without-path", message, place, help=help)
        return Address(path=None, query=tuple(pairs))
    return _with_parameters(path, tuple(pairs))


def _fault(key: str) -> str:
    """What makes a key unusable, or ""."""
    if len(key) > MAX_ADDRESS:
        return "is too long"
    path = _FORM_QUERY.sub("", key.partition("#")[0]).partition("?")[0]
    bare = _EXPRESSION.sub("x", path)
    if has_control_character(key):
        return "holds a control character"
    if _FULL_URL.match(key):
        return _IS_URL
    if {".", ".."} & set(unquote(bare).replace("\\", "/").split("/")):
        return "climbs out of the server's path"
    if "{" in bare or "}" in bare:
        return "has a brace without its other half"
    if _FORBIDDEN.search(bare) and "/" in bare:
        return _IS_VERB if _VERB.match(key) else _NO_PATH
    return ""


def _is_no_path(path: str, text: str) -> bool:
    """Whether a key names something: `predictions.stream`, an event, a URL from elsewhere."""
    if path.startswith("/") or any(f"/{path}" in name for name in _mentioned(text)):
        return False
    if (
        _DOTTED.fullmatch(path)
        or _WHOLE_URL.fullmatch(path)
        or prose.event_name(text) == path
        or _FORBIDDEN.search(path)
        or not path
    ):
        return True
    return "{" not in path and prose.url_comes_from_an_answer(text)


def _mentioned(text: str) -> Iterable[str]:
    return (path for endpoint in prose.endpoints(text) for path in endpoint.paths)


def _pair(part: str) -> tuple[str, str]:
    name, _, value = part.partition("=")
    return unquote(name), value if "{" in value else unquote(value)


def _with_parameters(path: str, query: tuple[tuple[str, str], ...]) -> Address:
    """The path with a leading slash and plain `{name}` expressions, otherwise percent-encoded."""
    names: dict[str, None] = {}
    slashed: set[str] = set()
    parts: list[str] = []
    end = 0
    for match in _EXPRESSION.finditer(path):
        operator, name, explode = match.groups()
        names[name] = None
        if operator or explode:
            slashed.add(name)
        parts += [quote(path[end : match.start()], safe=_SAFE), f"{{{name}}}"]
        end = match.end()
    parts.append(quote(path[end:], safe=_SAFE))
    return Address(
        path=f"/{''.join(parts).removeprefix('/')}",
        parameters=tuple(names),
        slashed=frozenset(slashed),
        query=query,
    )
