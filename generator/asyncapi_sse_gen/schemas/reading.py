"""Nodes -> schemas: JSON Schema (draft 7) and what documents mix into it, normalised."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from asyncapi_sse_gen.diagnostics import Place, Report
from asyncapi_sse_gen.intermediate import Definition, Schema, SchemaType
from asyncapi_sse_gen.nodes import Node

from .alternatives import read_union, union_keyword, without_requirements
from .constraints import constraints_of
from .containers import read_array, read_map
from .definitions import Definitions
from .keywords import declared_types, kind_of, sound_keywords
from .members import CYCLE_CURE, Resolver, only_reference
from .merging import merge
from .remarks import with_default, with_remarks, without_remarks
from .standing import identity, place_name
from .subject import Subject
from .unions import unite
from .values import listed_values, type_of_values

MAX_DEPTH = 100
"""Schemas within each other, references followed; objects with properties begin anew."""
MAX_SIZE = 1_000
"""Schemas that one property may hold in this way."""
MAX_TOTAL = 100_000
"""Schemas that all of them may hold by their references."""


@dataclass(frozen=True, slots=True)
class _Step:
    """A reference that is being followed."""

    pointer: str
    place: Place
    is_all_of: bool
    """Whether it is the one member of an `allOf`."""


class SchemaReader:
    """Reads schemas, and collects the objects with properties among them as definitions.

    Each definition is read once, whoever refers to it. What is wrong with a schema is reported, and
    something that is valid for it is returned.
    """

    def __init__(self, references: Resolver, report: Report) -> None:
        self._references = references
        self._report = report
        self._definitions = Definitions(report)
        self._objects: dict[str, Schema] = {}  # what references to objects were read as
        self._open: list[_Step] = []
        self._size = self._total = self._depth = 0
        self._is_full = False

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """The definitions reached so far, in the order in which they were reached."""
        return tuple(self._definitions)

    def definition(self, pointer: str) -> Definition | None:
        """The definition that a reference leads to, if it was reached."""
        return self._definitions.get(pointer)

    def read(self, node: Node, proposed: str) -> Schema:
        """Read a schema; `proposed` is its name if it turns out to be an object without one."""
        schema = self._read_anew(node, proposed)
        self._definitions.complete(self._read_anew)
        return schema

    def _read_anew(self, node: Node, name: str) -> Schema:
        self._size = 0
        return self._read(node, name)

    # ---------------------------------------------------------------------------------- a schema

    def _read(self, node: Node, name: str) -> Schema:
        if self._is_full:
            return Schema()
        self._size += 1
        self._total += bool(self._open)
        if self._size > MAX_SIZE or self._total > MAX_TOTAL or self._depth >= MAX_DEPTH:
            message = "too many schemas stand within each other here"
            self._report.error("schema-too-large", message, node.place)
            self._is_full = True
            return Schema()
        self._depth += 1
        schema = self._read_any(node, name)
        self._depth -= 1
        return schema

    def _read_any(self, node: Node, name: str) -> Schema:
        if not _can_be_schema(node):
            found = "a list" if node.is_sequence else kind_of(node)
            help = "write `{type: string}`, for example"
            message = f"a schema is a mapping, this is {found}"
            self._report.error("not-a-schema", message, node.place, help=help)
            return Schema()
        if not node.is_mapping:
            return self._read_trivial(node)
        reference = only_reference(node)
        if reference is not None:
            return self._follow(node, reference)
        if node.get("allOf") is not None:
            node = merge(node, self._references, self._report)
        return self._interpret(Subject(node, sound_keywords(node, self._report), name))

    def _read_trivial(self, node: Node) -> Schema:
        if node.value is None:
            message = "there is no schema here; any value is taken for valid"
            help = "write `{}` if any value will do"
            self._report.warning("empty-schema", message, node.place, help=help)
        elif node.value is False:
            message = "`false` admits no value; the models don't check that"
            self._report.note("unchecked-keyword", message, node.place)
        return Schema()

    def _interpret(self, subject: Subject) -> Schema:
        subject = without_requirements(subject, self._report)
        declared = declared_types(subject.keywords, self._report)
        types: tuple[SchemaType, ...] = subject.implied_types()
        if declared:
            types = tuple(name for name in declared if name != "null")
        values = listed_values(subject.keywords, types, self._report)
        if union_keyword(subject):
            schema = read_union(
                subject, self._read, self._definitions.mark, self._references, self._report
            )
        elif values is not None and types != ("object",):
            schema = _enumeration(values, types)
        elif declared == ("null",):
            schema = Schema(type="null")
        elif len(types) > 1:
            schema = unite(self._read_type(subject, name) for name in types)
        else:
            schema = self._read_type(subject, types[0] if types else "any")
        if "null" in declared or subject.value("nullable") is True:
            schema = replace(schema, nullable=schema.type != "null")
        return self._remark(schema, subject)

    def _remark(self, schema: Schema, subject: Subject) -> Schema:
        return with_default(with_remarks(schema, subject), subject, self._report)

    def _read_type(self, subject: Subject, name: SchemaType) -> Schema:
        if name == "array":
            return read_array(subject, self._read)
        if name != "object":
            return Schema(type=name, constraints=constraints_of(name, subject.keywords))
        if subject.value("properties") or subject.value("required"):
            return Schema(type="reference", target=self._definitions.add(subject))
        return read_map(subject, self._read)

    # -------------------------------------------------------------------------------- references

    def _follow(self, node: Node, reference: Node) -> Schema:
        target = self._references.resolve(reference)
        if target is None:
            return Schema()
        place = (reference.get("$ref") or reference).place
        step = _Step(pointer=identity(target), place=place, is_all_of=reference is not node)
        schema = self._read_target(target, step)
        if schema.type == "reference":  # what its definition says of itself isn't said of the use
            schema = without_remarks(schema)
        # Strictly, `$ref` stands alone; but what is said of this use of a schema is meant.
        subject = Subject(node, sound_keywords(node, self._report), "")
        if subject.value("nullable") is True:
            schema = replace(schema, nullable=True)
        return self._remark(schema, subject)

    def _read_target(self, target: Node, step: _Step) -> Schema:
        if target.value is None or not _can_be_schema(target):
            message = f"`$ref` leads to {kind_of(target)}, not to a schema"
            self._report.error("not-a-schema", message, step.place)
            return Schema()
        if step.pointer in self._objects:
            return self._objects[step.pointer]
        if any(step.pointer == open_step.pointer for open_step in self._open):
            self._report_endless(step)
            return Schema()
        self._open.append(step)
        schema = self._read(target, place_name(target))
        self._open.pop()
        if schema.type == "reference":
            self._objects[step.pointer] = schema
        return schema

    def _report_endless(self, step: _Step) -> None:
        """Report a schema that leads back to itself without an object on the way."""
        pointers = [open_step.pointer for open_step in self._open]
        loop = [*self._open[pointers.index(step.pointer) :], step]
        if all(open_step.is_all_of for open_step in loop[1:]):
            steps = " -> ".join(open_step.pointer for open_step in loop)
            message = f"`allOf` leads back to itself: {steps}"
            self._report.error("allof-cycle", message, step.place, help=CYCLE_CURE)
        else:
            message = f"the schema goes on endlessly without an object in it: {step.pointer}"
            self._report.note("endless-schema", f"{message}; any value ends it", step.place)


def _can_be_schema(node: Node) -> bool:
    return node.is_mapping or node.value is None or isinstance(node.value, bool)


def _enumeration(values: tuple[Any, ...], types: tuple[SchemaType, ...]) -> Schema:
    others = tuple(value for value in values if value is not None)
    if values and not others:
        return Schema(type="null")
    kind = types[0] if len(types) == 1 else type_of_values(others)
    return Schema(type=kind, values=others, nullable=len(others) < len(values))
