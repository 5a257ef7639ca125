"""Servers: where an event stream is asked for (2.6, "Server Object").

Servers of another protocol than HTTP, and those that are the user's own, play no part here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from asyncapi_sse_gen.nodes import Node

from . import prose
from .document import Document, did_you_mean, scalar_text

SCHEME = re.compile(r"^(\{[^{}]+\}|[A-Za-z][A-Za-z0-9+.-]*)://")
_HTTP = {"http", "https", "sse"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerEntry:
    """A server of the document, by what it says of itself."""

    name: str
    node: Node
    protocol: str
    is_http: bool
    is_receiver: bool
    """Whether it is the user's own: what webhooks are sent to."""
    says_event_stream: bool
    """Whether its protocol or its bindings say that it serves event streams."""


def read_entries(document: Document) -> dict[str, ServerEntry]:
    """All servers of the document, by their names."""
    return {
        name: _read_entry(document, name, node)
        for name, node in document.entries(document.root, "servers")
    }


def _read_entry(document: Document, name: str, node: Node) -> ServerEntry:
    protocol = document.text(node, "protocol").lower()
    url = document.text(node, "url")
    text = f"{name} {url} {prose.flatten(document.text(node, 'description'))}"
    scheme = SCHEME.match(url)
    known = scheme is None or scheme[1].startswith("{") or scheme[1].lower() in _HTTP
    return ServerEntry(
        name=name,
        node=node,
        protocol=protocol or (scheme[1].lower() if scheme else ""),
        is_http=known and (bool(_HTTP & set(re.split(r"[^a-z]+", protocol))) or not protocol),
        is_receiver="webhook" in f"{name} {url}".lower() and not prose.says_event_stream(text),
        says_event_stream="sse" in protocol or _binds_event_stream(document, node),
    )


def _binds_event_stream(document: Document, node: Node) -> bool:
    """Whether a binding's headers hold `text/event-stream` (`Accept`, `Content-Type`)."""
    for _, header in document.entries(node, "bindings", "http", "headers", "properties"):
        if "text/event-stream" in (
            document.text(header, "const"),
            document.text(header, "default"),
        ):
            return True
    return document.get(node, "bindings", "x-sse") is not None


def select(
    document: Document, channel: Node, entries: dict[str, ServerEntry]
) -> tuple[ServerEntry, ...]:
    """The servers of a channel (2.6: those that `servers` names, else all), HTTP or not."""
    named = document.get(channel, "servers")
    if named is None or not named.is_sequence or not list(named.elements()):
        return tuple(entries.values())
    selected: dict[str, ServerEntry] = {}
    for node in named.elements():
        name = scalar_text(node)
        if name in entries:
            selected[name] = entries[name]
        else:
            help = did_you_mean(name, entries)
            message = f"no server is named `{name}`"
            document.report.error("unknown-server", message, node.place, help=help)
    return tuple(selected.values())


def serving(
    document: Document, channel: Node, entries: tuple[ServerEntry, ...]
) -> tuple[ServerEntry, ...]:
    """Of a channel's servers, those that serve its event stream.

    Where only some bind `text/event-stream`, they are meant unless the channel names others.
    """
    reachable = tuple(entry for entry in entries if entry.is_http and not entry.is_receiver)
    bound = tuple(entry for entry in reachable if entry.says_event_stream)
    if not bound or bound == reachable or document.get(channel, "servers") is not None:
        return reachable
    names = ", ".join(f"`{entry.name}`" for entry in bound)
    document.report.note(
        "assumed-server",
        f"only {names} says that it serves event streams; the other servers are left out here",
        channel.place,
        help="name the channel's servers under `servers`",
    )
    return bound
