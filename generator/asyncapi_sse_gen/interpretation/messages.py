"""Messages: what the server sends (2.6, "Message Object")."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from asyncapi_sse_gen.intermediate import Example, Message, Schema
from asyncapi_sse_gen.nodes import Node

from . import prose
from .content import has_known_format, is_text
from .document import Document
from .notes import EVENT_STREAM, Notes
from .payloads import Payloads
from .transport import content_type


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivered:
    """A message of an operation, with what later steps ask of its source."""

    message: Message
    node: Node
    texts: tuple[str, ...]
    """What it says of itself: title, summary, description, its payload's description."""

    @property
    def text(self) -> str:
        return " ".join(self.texts)

    @property
    def names(self) -> str:
        """Its name and titles, which say in short what it is."""
        return f"{self.message.key} {self.message.name} {self.message.title}"


@dataclass(slots=True)
class MessageReader:
    """Reads messages; one that several operations name is the same message in all of them."""

    document: Document
    notes: Notes
    payloads: Payloads
    _keys: dict[str, str] = field(default_factory=dict[str, str])
    _taken: set[str] = field(default_factory=set[str])

    def read(self, node: Node, fallback: str) -> Delivered | None:
        """A message; `fallback` names one without a name. None, reported, for an SSE comment."""
        document = self.document
        key = self.key(node, fallback)
        texts = [
            prose.flatten(document.text(node, part)) for part in ("title", "summary", "description")
        ]
        schema = self.payload(node, key)
        if prose.says_comment(" ".join(texts)) and schema.type in ("string", "null", "any"):
            reason = f"`{key}` is an SSE comment, which carries no message; it is left out"
            document.report.note("comment-message", reason, node.place)
            return None
        payloads = self.payloads
        message = Message(
            key=key,
            name=key,
            payload=schema,
            is_text=is_text(self.document, self.notes, node, schema),
            properties=payloads.properties(schema),
            required=payloads.required(schema),
            title=document.text(node, "title"),
            summary=document.text(node, "summary"),
            description=document.text(node, "description"),
            deprecated=document.says_deprecated(node),
            examples=tuple(self.examples(node)),
        )
        texts.append(prose.flatten(payloads.description(schema)))
        return Delivered(message=message, node=node, texts=tuple(texts))

    def key(self, node: Node, fallback: str) -> str:
        """A message's identity: its key among the components, else its name, else its place."""
        identity = f"{node.file}#{node.pointer}"
        if identity not in self._keys:
            parent = node.pointer.rpartition("/")[0]
            is_component = parent.endswith("/messages") or (node.file and not parent)
            given = self.document.text(node, "name") or self.document.text(node, "messageId")
            name = node.name if is_component and node.name else given or fallback
            unique = f"{name} {identity}"
            key = next(it for it in (name, fallback, unique) if it not in self._taken)
            self._keys[identity] = key
            self._taken.add(key)
        return self._keys[identity]

    def payload(self, node: Node, proposed: str) -> Schema:
        """The payload's schema; any value where there is none."""
        document, payload = self.document, node.get("payload")
        if payload is None or not has_known_format(self.document, node):
            if payload is None:
                type_ = content_type(document, self.notes, node)
                value = "text" if type_.startswith("text/") and type_ != EVENT_STREAM else "value"
                message = f"`{proposed}` has no payload; any {value} will do"
                help = "describe it under `payload`"
                document.report.note("no-payload", message, node.place, help=help)
            return Schema()
        return self.payloads.schemas.read(payload, proposed)

    def examples(self, node: Node) -> Iterator[Example]:
        """2.6: a list of mappings with `payload`; 2.0 and 2.1 had any mapping as an example."""
        examples = self.document.get(node, "examples")
        if examples is None:
            return
        for example in (*examples.elements(), *(value for _, value in examples.items())):
            payload = example.get("payload") or example.get("value")
            if payload is None and _is_bare(example):
                payload = example
            if payload is not None:
                yield Example(
                    payload=payload.plain(),
                    name=self.document.text(example, "name"),
                    summary=self.document.text(example, "summary"),
                    place=payload.place,
                )


def _is_bare(example: Node) -> bool:
    """Whether an example is the payload itself."""
    keys = {key for key, _ in example.items()}
    return bool(keys) and not keys & {"name", "summary", "headers", "payload"}
