"""Payloads made of schemas: valid ones where there are any, in bounded time and size."""

from __future__ import annotations

from typing import Any

import pytest
from asyncapi_sse_gen.diagnostics import Place
from asyncapi_sse_gen.intermediate import Definition, Property, Schema, SchemaType
from asyncapi_sse_gen.synthesis import Synthesis, UnmakeableError

STRING = Schema(type="string")


def reference(name: str, *, nullable: bool = False) -> Schema:
    return Schema(type="reference", target=name, nullable=nullable)


def definition(name: str, **properties: Schema) -> Definition:
    """An object that requires all its properties, except those that begin with `maybe`."""
    fields = tuple(
        Property(name=it, schema=schema, required=not it.startswith("maybe"))
        for it, schema in properties.items()
    )
    schema = Schema(type="object", properties=fields)
    return Definition(pointer=name, proposed=name, schema=schema, place=Place(path="a.yml"))


def made(schema: Schema, *definitions: Definition) -> Any:
    """A payload, which is valid."""
    synthesis = Synthesis(definitions)
    payload = synthesis.payload(schema)
    assert synthesis.is_valid(schema, payload)
    return payload


@pytest.mark.parametrize(
    ("type_name", "constraints"),
    [
        ("integer", {"minimum": 5}),
        ("integer", {"exclusiveMinimum": 5, "maximum": 6}),
        ("integer", {"maximum": -3}),
        ("integer", {"multipleOf": 7, "minimum": 10}),
        ("integer", {"minimum": 1.5}),
        ("number", {"exclusiveMinimum": 0, "exclusiveMaximum": 1}),
        ("number", {"multipleOf": 0.25, "exclusiveMaximum": 0}),
        ("string", {"minLength": 11}),
        ("string", {"maxLength": 2}),
        ("string", {"maxLength": 0}),
        ("array", {"minItems": 3}),
        ("array", {"maxItems": 0}),
    ],
)
def test_bounds_are_kept(type_name: SchemaType, constraints: dict[str, Any]) -> None:
    made(Schema(type=type_name, items=STRING, constraints=tuple(constraints.items())))


def test_what_is_required_or_constant_is_there() -> None:
    one = definition("One", kind=Schema(type="string", values=("a", "b")), maybe=STRING)
    assert made(reference("One"), one) == {"kind": "a"}
    other = definition("Other", maybe=Schema(type="string", values=("c",)), maybe_not=STRING)
    assert made(reference("Other"), other) == {"maybe": "c"}


def test_an_object_has_at_least_one_property() -> None:
    assert made(reference("One"), definition("One", maybe=STRING)) == {"maybe": "text"}


def test_wanted_properties_are_there_too() -> None:
    synthesis = Synthesis([definition("One", a=STRING, maybe_b=STRING, maybe_c=STRING)])
    assert synthesis.payload(reference("One"), ["maybe_c"]) == {"a": "text", "maybe_c": "text"}
    assert len(synthesis.payload(reference("One"), None)) == 3


@pytest.mark.parametrize(
    "way_out",
    [
        reference("Node", nullable=True),
        Schema(type="array", items=reference("Node")),
        Schema(type="union", alternatives=(reference("Node"), STRING)),
    ],
)
def test_a_recursion_with_a_way_out_ends(way_out: Schema) -> None:
    assert made(reference("Node"), definition("Node", next=way_out))


def test_a_recursion_without_a_way_out_is_no_payload() -> None:
    with pytest.raises(UnmakeableError):
        made(reference("Node"), definition("Node", next=reference("Node")))


def test_what_stood_in_its_own_way_is_made_in_the_end() -> None:
    first = definition(
        "A", one=Schema(type="union", alternatives=(reference("B"), STRING)), two=STRING
    )
    second = definition("B", back=reference("A"))
    assert made(
        reference("Root"), definition("Root", a=reference("A"), b=reference("B")), first, second
    )


def test_what_grows_without_bounds_is_no_payload() -> None:
    levels = [
        definition(f"L{n}", a=reference(f"L{n + 1}"), b=reference(f"L{n + 1}")) for n in range(25)
    ]
    with pytest.raises(UnmakeableError):
        made(reference("L0"), *levels, definition("L25", leaf=STRING))


def test_a_long_chain_is_no_payload() -> None:
    chain = [definition(f"L{n}", next=reference(f"L{n + 1}")) for n in range(2000)]
    with pytest.raises(UnmakeableError):
        made(reference("L0"), *chain)
