"""Objects with properties -> definitions, each of them once."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.intermediate import Definition, Property, Schema

from .alternatives import read_discriminator
from .completeness import report_endless
from .constraints import constraints_of
from .remarks import with_remarks
from .standing import below, has_name, identity, place_name, shape
from .subject import Read, Subject


class Definitions:
    """The objects with properties that were reached, in the order in which they were reached.

    What is reached is completed later: an object may well lead back to itself, and far down.
    """

    def __init__(self, report: Report) -> None:
        self._report = report
        self._complete: dict[str, Definition] = {}
        self._pending: deque[Subject] = deque()
        self._known: set[str] = set()
        self._by_shape: dict[str, str] = {}
        self._marks: dict[str, dict[str, dict[str, None]]] = {}

    def __iter__(self) -> Iterator[Definition]:
        return map(self._with_marks, self._complete.values())

    def get(self, pointer: str) -> Definition | None:
        """The definition with this identity, once it is complete."""
        definition = self._complete.get(pointer)
        return definition and self._with_marks(definition)

    def mark(self, pointer: str, name: str, values: list[str]) -> None:
        """Let the text property `name` of a definition have these values only.

        The definition may be complete before the union that says so is read, or long after.
        """
        if values:
            self._marks.setdefault(pointer, {}).setdefault(name, {}).update(dict.fromkeys(values))

    def _with_marks(self, definition: Definition) -> Definition:
        marks = self._marks.get(definition.pointer)
        if marks is None:
            return definition
        properties = tuple(
            (
                replace(it, schema=replace(it.schema, values=tuple(marks[it.name])))
                if it.name in marks and it.schema.type == "string" and not it.schema.values
                else it
            )
            for it in definition.schema.properties
        )
        return replace(definition, schema=replace(definition.schema, properties=properties))

    def add(self, subject: Subject) -> str:
        """The identity of the definition for an object.

        Objects without names of their own that have the same shape are one definition.
        """
        pointer = identity(subject.node)
        if pointer not in self._known and not has_name(subject.node):
            pointer = self._by_shape.setdefault(shape(subject.node), pointer)
        if pointer not in self._known:
            self._known.add(pointer)
            self._pending.append(subject)
        return pointer

    def complete(self, read: Read) -> None:
        """Read the properties of all objects that were added, and of those that they lead to."""
        found: list[Definition] = []
        while self._pending:
            definition = self._define(self._pending.popleft(), read)
            self._complete[definition.pointer] = definition
            found.append(definition)
        report_endless(found, self._complete, self._report)

    def _define(self, subject: Subject, read: Read) -> Definition:
        node = subject.node
        name = place_name(node) if has_name(node) else subject.name
        for keyword in ("additionalProperties", "patternProperties"):
            rest = subject.get(keyword)
            if rest is not None and rest.value and rest.is_mapping:
                message = f"properties without a name are kept as they come: `{keyword}`"
                self._report.note("unchecked-keyword", message, node.key_place(keyword))
        schema = Schema(
            type="object",
            properties=tuple(self._properties(subject, name, read)),
            constraints=constraints_of("object", subject.keywords),
            discriminator=read_discriminator(subject, self._report),
        )
        return Definition(
            pointer=identity(node),
            proposed=name,
            schema=with_remarks(schema, subject),
            place=node.place,
            is_named=has_name(node),
        )

    def _properties(self, subject: Subject, name: str, read: Read) -> Iterator[Property]:
        required = {element.text: element for element in subject.elements("required")}
        for key, node in subject.entries("properties"):
            is_required = required.pop(key, None) is not None
            yield Property(name=key, schema=read(node, below(name, key)), required=is_required)
        for key, node in required.items():
            message = f"`required` names {key!a}, which isn't among the properties"
            help = "describe it under `properties`"
            self._report.warning("undeclared-property", message, node.place, help=help)
            yield Property(name=key, schema=Schema(), required=True)
