"""Interpretation: what HTTP and SSE mean in an AsyncAPI 2.6 document, as the intermediate model.

What the document states wins over what its prose suggests. What had to be assumed is a note, what
departs from 2.6 a warning, and what would leave the client wrong or ambiguous an error with a cure.
"""

from __future__ import annotations

from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.identifiers import snake_case
from asyncapi_sse_gen.intermediate import Api, Operation
from asyncapi_sse_gen.references import References
from asyncapi_sse_gen.schemas import SchemaReader

from .channels import read_streams
from .components import check_unreached
from .document import Document
from .messages import MessageReader
from .notes import read_notes
from .operations import OperationReader
from .payloads import Payloads
from .security import Security
from .server_urls import read_server
from .servers import read_entries
from .shapes import check_shapes
from .version import check_version

__all__ = ["interpret"]


def interpret(references: References, report: Report) -> Api | None:
    """The document as the model that a client is made from; None where there is nothing to make.

    All faults are reported, not only the first; whether the model may be used, the report says.
    """
    document = Document(references.root, references, report)
    if not check_version(document):
        return None
    check_shapes(document)
    notes, entries = read_notes(document), read_entries(document)
    streams = list(read_streams(document, notes, entries))
    used = {server.name: server for stream in streams for server in stream.servers}
    servers = {
        name: server
        for name, entry in entries.items()
        if name in used and (server := read_server(document, entry)) is not None
    }
    schemas = SchemaReader(references, report)
    reader = OperationReader(
        document=document,
        notes=notes,
        schemas=schemas,
        messages=MessageReader(document, notes, Payloads(schemas)),
        security=Security(document),
        servers=servers,
    )
    operations = tuple(one for stream in streams if (one := reader.read(stream)) is not None)
    definitions = schemas.definitions
    check_unreached(document, schemas)
    if not operations:
        return None
    _report_repeated_ids(document, operations)
    if not entries:
        message = "the document has no servers: the client requires `base_url`"
        report.note("no-server", message, document.root.place, help="add `servers`")
    info = document.get(document.root, "info")
    needed = _needed_schemes(operations)
    return Api(
        title=_required_info(document, "title"),
        version=_required_info(document, "version"),
        description=document.text(info, "description"),
        documentation=document.text(document.root, "externalDocs", "url")
        or document.text(info, "externalDocs", "url"),
        servers=tuple(servers.values()),
        security_schemes=tuple(
            scheme
            for name, scheme in reader.security.schemes.items()
            if scheme is not None and name in needed
        ),
        operations=operations,
        definitions=definitions,
    )


def _required_info(document: Document, key: str) -> str:
    """2.6, "Info Object": `title` and `version` are required; a client can do without."""
    text = document.text(document.root, "info", key)
    if not text:
        info = document.get(document.root, "info") or document.root
        help = f"add `{key}` to `info`"
        message = f"`info.{key}` is missing"
        document.report.warning("missing-info", message, info.place, help=help)
    return text


def _report_repeated_ids(document: Document, operations: tuple[Operation, ...]) -> None:
    """2.6, "Operation Object": an `operationId` is unique; Python's names know less of them."""
    seen: dict[str, str] = {}
    for operation in operations:
        name = snake_case(operation.operation_id)
        if name and name in seen:
            message = (
                f"`{operation.operation_id}` and `{seen[name]}`, of another operation, are alike"
            )
            place = document.channel_place(operation.channel)
            help = "rename one of the two; until then a number tells their methods apart"
            document.report.warning("repeated-operation-id", message, place, help=help)
        seen.setdefault(name, operation.operation_id)


def _needed_schemes(operations: tuple[Operation, ...]) -> set[str]:
    return {name for operation in operations for names in operation.security for name in names}
