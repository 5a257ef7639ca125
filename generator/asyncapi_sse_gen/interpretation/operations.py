"""Operations: one event stream each, put together from what the other modules read."""

from __future__ import annotations

from dataclasses import dataclass

from asyncapi_sse_gen.intermediate import Operation, Server
from asyncapi_sse_gen.schemas import SchemaReader

from . import prose
from .channels import Stream
from .delivery import Delivery
from .document import Document
from .messages import MessageReader
from .methods import read_method
from .notes import Notes
from .parameters import read_parameters
from .repetition import without_repetition
from .requests import has_body, read_request
from .resumption import read_resumption
from .security import Security


@dataclass(frozen=True, slots=True)
class OperationReader:
    """Reads event streams; what several of them share is read once."""

    document: Document
    notes: Notes
    schemas: SchemaReader
    messages: MessageReader
    security: Security
    servers: dict[str, Server]
    """Those whose URL can be used."""

    def read(self, stream: Stream) -> Operation | None:
        """The operation; None where an error, which is reported, leaves nothing to make."""
        document, receive = self.document, stream.receive
        request_has_body = has_body(document, self.notes, stream)
        method = read_method(document, self.notes, stream, request_has_body)
        security = self._security(stream)
        request = read_request(document, self.notes, stream, method or "POST", self.messages)
        delivery = Delivery(document, self.notes, self.messages, stream)
        decision, ending = delivery.read()
        # After the messages: where a message and a parameter share a model, it is the message's.
        parameters = read_parameters(document, self.schemas, stream, self._credentials())
        if method is None:
            return None
        resumable, reconnection_time = read_resumption(document, stream, method)
        servers = [self.servers[one.name] for one in stream.servers if one.name in self.servers]
        path = stream.address.path
        return Operation(
            operation_id=self._operation_id(stream),
            channel=stream.key,
            path=path and without_repetition(path, servers, stream.place, document.report),
            method=method,
            servers=tuple(server.name for server in servers),
            parameters=parameters,
            request=request,
            messages=decision.messages,
            discrimination=decision.kind,
            discriminator=decision.discriminator,
            terminator=ending.terminator,
            final=ending.final,
            last=ending.last,
            resumable=resumable,
            reconnection_time=reconnection_time,
            security=security,
            summary=document.text(receive, "summary"),
            description=document.text(receive, "description")
            or document.text(stream.channel, "description"),
            deprecated=document.says_deprecated(receive),
            tags=document.tags(receive),
            documentation=document.text(receive, "externalDocs", "url"),
        )

    def _operation_id(self, stream: Stream) -> str:
        """2.6: `operationId` is optional."""
        stated = self.document.text(stream.receive, "operationId")
        if not stated:
            message = "the operation has no `operationId`; its method is named after the channel"
            place, help = stream.receive.place, "add `operationId`"
            self.document.report.note("no-operation-id", message, place, help=help)
        return stated

    def _security(self, stream: Stream) -> tuple[tuple[str, ...], ...]:
        text = prose.flatten(stream.text, self.notes.server_text, self.notes.text)
        servers = [server.node for server in stream.servers]
        return self.security.alternatives(stream.receive, servers, text)

    def _credentials(self) -> frozenset[str]:
        schemes = self.security.schemes.values()
        return frozenset(one.parameter.lower() for one in schemes if one and one.kind == "header")
