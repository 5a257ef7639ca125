"""Delivery: the messages of one stream, how they are told apart, and how they end."""

from __future__ import annotations

from dataclasses import dataclass, replace

from asyncapi_sse_gen.intermediate import Message, Schema

from .alternatives import split_alternatives
from .channels import Stream
from .discrimination import Decision, discriminate
from .document import Document
from .endings import Ending, read_ending
from .event_examples import repeated_names
from .events import assume_names, name_events
from .messages import Delivered, MessageReader
from .notes import Notes
from .payloads import Payloads
from .terminators import sentinel


@dataclass(frozen=True, slots=True)
class Delivery:
    """What a stream delivers."""

    document: Document
    notes: Notes
    messages: MessageReader
    stream: Stream

    def read(self) -> tuple[Decision, Ending]:
        """The messages that are delivered, how they are told apart, and how the stream ends."""
        document, notes = self.document, self.notes
        read = self._read_messages()
        sentinels = [value for one in read if (value := sentinel(one))]
        delivered = [one for one in read if not sentinel(one)]
        if not delivered:
            decision = self._undescribed()
            ending = read_ending(document, notes, self.stream, sentinels, (), decision)
            return decision, ending
        payloads = self.messages.payloads
        delivered = name_events(document, notes, self.stream, delivered, payloads)
        delivered = split_alternatives(delivered, payloads)
        decision = self._decide(delivered, payloads)
        delivered = [
            replace(one, message=message)
            for one, message in zip(delivered, decision.messages, strict=True)
        ]
        ending = read_ending(document, notes, self.stream, sentinels, delivered, decision)
        return decision, ending

    def _read_messages(self) -> list[Delivered]:
        name = self.document.text(self.stream.receive, "operationId") or self.stream.key
        nodes = self.document.messages(self.stream.receive)
        found = [
            self.messages.read(node, f"{name} message" + (f" {number}" if len(nodes) > 1 else ""))
            for number, node in enumerate(nodes, start=1)
        ]
        return list({one.message.key: one for one in found if one is not None}.values())

    def _undescribed(self) -> Decision:
        """2.6 lets an operation be without messages: then whatever comes is delivered."""
        if self.stream.receive.get("message") is None:
            message = "the operation describes no message; any JSON value is delivered as it comes"
            place, help = self.stream.receive.place, "describe what comes under `message`"
            self.document.report.warning("no-messages", message, place, help=help)
        event = Message(key="Event", name="Event", payload=Schema())
        return Decision(kind="single", messages=(event,))

    def _decide(self, delivered: list[Delivered], payloads: Payloads) -> Decision:
        messages = [one.message for one in delivered]
        decision = discriminate(messages, payloads)
        if not decision.is_sure:
            nodes = [one.node for one in delivered]
            named = assume_names(self.document, self.stream, messages, nodes)
            if named is None:
                self._report_ambiguous(messages)
                return decision
            decision = discriminate(named, payloads)
        repeating = repeated_names(delivered) if decision.kind == "event" else ""
        if repeating and not decision.discriminator:
            return replace(
                decision,
                discriminator=(repeating,),
                messages=tuple(
                    replace(one, constant=one.event, further_constants=one.further_events)
                    for one in decision.messages
                ),
            )
        return decision

    def _report_ambiguous(self, messages: list[Message]) -> None:
        names = ", ".join(f"`{message.key}`" for message in messages)
        self.document.report.error(
            "ambiguous-messages",
            f"nothing tells these messages apart: {names}",
            self.stream.receive.key_place("message"),
            help="give each `headers: {properties: {event: {const: NAME}}}`, if the events have"
            " names, or a property with a `const` of its own",
        )
