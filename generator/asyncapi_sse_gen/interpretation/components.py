"""Components: the schemas that no operation reaches are looked at for faults all the same."""

from __future__ import annotations

from asyncapi_sse_gen.schemas import SchemaReader

from .document import Document


def check_unreached(document: Document, schemas: SchemaReader) -> None:
    """Report what is wrong in component schemas; the reader has read those that are reached.

    Only errors are told of, since nothing is made of these schemas: what is wrong there is likely
    to be wrong where it is reached as well, or was meant to be reached.
    """
    components = document.get(document.root, "components", "schemas")
    with document.report.errors_only():
        for name, node in components.items() if components is not None else ():
            schemas.read(node, name)
