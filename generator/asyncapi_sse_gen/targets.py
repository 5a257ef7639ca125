"""Which definitions a schema leads to."""

from __future__ import annotations

from collections.abc import Iterator

from .intermediate import Schema


def targets_of(schema: Schema) -> Iterator[str]:
    """The pointers of the definitions that a schema's type mentions."""
    if schema.type == "reference":
        yield schema.target
    parts = (schema.items, schema.additional, *schema.prefix_items, *schema.alternatives)
    for part in parts:
        if part is not None:
            yield from targets_of(part)
