"""Terminators: the data value that ends a stream, as a document writes it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from asyncapi_sse_gen.nodes import Node

from . import prose
from .channels import Stream
from .document import Document
from .messages import Delivered
from .notes import Notes
from .transport import SSE_BINDINGS

_EVENT = re.compile(r"event:\s*([^\s,;/]+)")
_DATA = re.compile(r"data:\s*(.*)", re.DOTALL)
_BRACKETED = re.compile(r"\[[^\[\]{}\"]+\]")
_ASSIGNED = re.compile(r"[=:]")  # `type=finish`
_WORD = re.compile(r"[\w.:-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """What a declared terminator says: the names it may mean, or a data value."""

    node: Node
    names: tuple[str, ...] = ()
    """What may be the name of an event, a message or a constant."""
    value: str = ""


def sentinel(one: Delivered) -> str:
    """The data value of a message that is the terminator itself, or ""."""
    schema = one.message.payload
    if schema.type != "string" or prose.says_keep_alive(one.names):
        return ""
    says = prose.says_terminator(f"{one.names} {one.text}")
    if len(schema.values) == 1:
        value = str(schema.values[0])
        return value if one.message.is_text or says or _BRACKETED.fullmatch(value) else ""
    if schema.values or not prose.says_terminator(one.names):
        return ""
    shown = {
        example.payload for example in one.message.examples if isinstance(example.payload, str)
    }
    return shown.pop() if len(shown) == 1 else prose.terminator(one.text)


def declared_terminator(
    document: Document, notes: Notes, stream: Stream, has_sentinel: bool
) -> Declared | None:
    """What the channel declares (`x-sse.terminator`), else what `info` does for it."""
    for node in (stream.channel, stream.receive):
        for path in (*(("bindings", name) for name in SSE_BINDINGS), ("x-sse",)):
            found = document.get(node, *path, "terminator")
            if found is not None:
                return _read(document, found)
    if notes.terminator is None or has_sentinel:
        return None
    if not _holds_for(document, stream):
        message = "what the document says of a terminator in general isn't taken for this channel"
        help = "declare it for the channel, if it has one: `bindings: {x-sse: {terminator: ...}}`"
        document.report.note("unused-terminator", message, stream.place, help=help)
        return None
    return _read(document, notes.terminator)


def _read(document: Document, node: Node) -> Declared | None:
    """A terminator is `[DONE]`, `data: [DONE]`, `event: done`, a name, or prose about one."""
    if node.value is False:
        return None
    if not isinstance(node.value, str):
        what = "a list" if node.is_sequence else "no text"
        message = f"the terminator must be text; YAML read {what}"
        help = "quote it: `terminator: '[DONE]'`"
        document.report.error("terminator-not-text", message, node.place, help=help)
        return None
    text = node.value.strip()
    if prose.denies_terminator(text):
        return Declared(node=node, names=(text,))
    event, data = _EVENT.match(text), _DATA.fullmatch(text)
    told = prose.terminator(text)
    if event:
        return Declared(node=node, names=(event[1],), value=told)
    if data:
        return Declared(node=node, value=told or data[1].strip())
    if " " not in text or text.isupper() or text.startswith(("{", "[")):
        return Declared(node=node, names=(text, _ASSIGNED.split(text)[-1]), value=text)
    return Declared(node=node, names=tuple(_WORD.findall(text)), value=told)


def _holds_for(document: Document, stream: Stream) -> bool:
    """Whether what `info` says of the ending is about this stream.

    A document can have channels with and without a terminator. So it is if the stream is the only
    one, if its own text mentions a terminator, or if no stream says anything of its own about that.
    """
    if stream.is_alone or prose.terminator(stream.text):
        return True
    has_own = any(
        document.get(stream.channel, "bindings", name) is not None for name in SSE_BINDINGS
    )
    return not has_own and not prose.terminator(stream.texts)


def told_terminator(
    document: Document, notes: Notes, stream: Stream, delivered: Sequence[Delivered]
) -> str:
    """The terminator that only prose mentions: the channel's own, else what `info` says."""
    own = prose.terminator(" ".join((stream.text, *(one.text for one in delivered))))
    return own or (prose.terminator(notes.text) if _holds_for(document, stream) else "")
