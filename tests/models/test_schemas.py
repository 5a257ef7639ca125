"""Schemas as documents write them, and what is made of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from asyncapi_sse_gen.intermediate import Definition, Schema

Read = Callable[[Any], Any]

OBJECT = {"type": "object", "properties": {"id": {"type": "string"}}}


def ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def define(reading: Any, name: str) -> Definition:
    definitions: tuple[Definition, ...] = reading.definitions
    return next(found for found in definitions if found.proposed == name)


def shown(schema: Schema) -> str:
    """A schema in short: `string|null`, `array[integer]`, `->Chunk`."""
    text: str = schema.type
    if schema.values:
        text = "/".join(map(repr, schema.values))
    elif schema.type == "reference":
        text = f"->{schema.target.rpartition('/')[2]}"
    elif schema.type == "array":
        parts: Any = [*schema.prefix_items, *([schema.items] if schema.items else [])]
        text = f"array[{' '.join(map(shown, parts))}]"
    elif schema.type == "object":
        text = f"object[{shown(schema.additional) if schema.additional else ''}]"
    elif schema.type == "union":
        text = "(" + " ".join(map(shown, schema.alternatives)) + ")"
    return f"{text}|null" if schema.nullable else text


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({}, "any"),
        (True, "any"),
        ({"type": "string", "format": "date-time"}, "string"),
        ({"type": "number"}, "number"),
        ({"type": "object"}, "object[]"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "object[integer]"),
        ({"additionalProperties": False}, "object[]"),
        (
            {"patternProperties": {"^a": {"type": "string"}, "^b": {"type": "null"}}},
            "object[string|null]",
        ),
        ({"type": "array"}, "array[]"),
        ({"items": {"type": "string"}}, "array[string]"),
        ({"type": "array", "items": [{"type": "string"}, {"type": "null"}]}, "array[string null]"),
        ({"type": "array", "prefixItems": [{"type": "string"}], "items": False}, "array[string]"),
        ({"type": ["string", "integer"]}, "(string integer)"),
        ({"oneOf": [{"type": "string"}, {"anyOf": [{"type": "integer"}, {"type": "string"}]}]},
         "(string integer)"),
        ({"oneOf": [{"type": "string"}, {}]}, "any"),
        ({"oneOf": [{"const": "a"}, {"enum": ["b", "a"]}]}, "'a'/'b'"),
        ({"type": "string", "oneOf": [{"minLength": 1}, {"pattern": "x"}]}, "(string string)"),
        ({"const": {"a": 1}}, "{'a': 1}"),
        ({"enum": ["a"]}, "'a'"),
    ],
)  # fmt: skip
def test_types(read: Read, schema: Any, expected: str) -> None:
    reading = read({"It": schema})
    assert shown(reading.schemas["It"]) == expected
    assert not reading.report.has_errors


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string", "nullable": True}, "string|null"),
        ({"type": ["string", "null"]}, "string|null"),
        ({"oneOf": [{"type": "string"}, {"type": "null"}]}, "string|null"),
        ({"anyOf": [{"type": "null"}, {"type": "string"}]}, "string|null"),
        ({"enum": ["a", None, "b"]}, "'a'/'b'|null"),
        ({"type": "string", "enum": ["a", "b", None]}, "'a'/'b'|null"),
        ({"type": "string", "nullable": True, "enum": ["a", "b"]}, "'a'/'b'|null"),
        ({"type": "null"}, "null"),
        ({"const": None}, "null"),
        ({"enum": [None]}, "null"),
        ({"oneOf": [{"type": "null"}]}, "null"),
        ({"allOf": [ref("Other")], "nullable": True}, "->Other|null"),
        ({**ref("Other"), "nullable": True}, "->Other|null"),
        ({"oneOf": [ref("Other"), {"type": "null"}]}, "->Other|null"),
        (ref("Nullable"), "integer|null"),
        ({"allOf": [ref("Other"), {"required": ["id"]}], "nullable": True}, "->It|null"),
    ],
)
def test_spellings_of_null(read: Read, schema: Any, expected: str) -> None:
    nullable = {"type": "integer", "nullable": True}
    reading = read({"Other": OBJECT, "Nullable": nullable, "It": schema})
    assert shown(reading.schemas["It"]) == expected


def test_null_without_quotes(read: Read) -> None:
    reading = read("It: {type: [string, null]}\nNull: {type: null}")
    assert [shown(schema) for schema in reading.schemas.values()] == ["string|null", "null"]


def test_values_of_different_types_stay_apart(read: Read) -> None:
    values = [1, True, 1.0, "1", 0, False, 1]
    schema = read({"It": {"enum": values}}).schemas["It"]
    assert list(map(repr, schema.values)) == ["1", "True", "1.0", "'1'", "0", "False"]


def test_unquoted_text(read: Read) -> None:
    reading = read("It: {type: string, enum: [1.10, on, 2026-05-29, yes], default: 1.10}")
    assert reading.schemas["It"].values == ("1.10", "on", "2026-05-29", "yes")
    assert reading.schemas["It"].default == "1.10"
    assert reading.codes == ["warning: unquoted-text"] * 2


def test_values_of_a_wrong_type_are_left_out(read: Read) -> None:
    reading = read({"It": {"type": "integer", "enum": [1, "2", None]}})
    assert shown(reading.schemas["It"]) == "1|null"
    assert reading.codes == ["warning: value-of-wrong-type"]


def test_recursion(read: Read) -> None:
    tree = {"properties": {"children": {"type": "array", "items": ref("Tree")}}}
    reading = read({"Tree": tree, "Nested": {"type": "array", "items": ref("Nested")}})
    (definition,) = reading.definitions
    assert shown(definition.schema.properties[0].schema) == "array[->Tree]"
    assert shown(reading.schemas["Nested"]) == "array[array[any]]"
    assert reading.codes == ["note: endless-schema"]


def test_objects_that_require_themselves(read: Read) -> None:
    a = {"properties": {"b": ref("B")}, "required": ["b"]}
    b = {"properties": {"a": ref("A")}, "required": ["a"]}
    optional = {"properties": {"a": ref("A"), "next": ref("C")}}
    reading = read({"A": a, "B": b, "C": optional})
    messages = [found.message for found in reading.report]
    assert messages == ["no object is ever complete: `A` requires `B` requires `A`"]


def test_all_of_is_merged(read: Read) -> None:
    base = {
        "type": "object",
        "description": "The base.",
        "required": ["id"],
        "properties": {"id": {"type": "string", "minLength": 1}, "type": {"type": "string"}},
    }
    child = {
        "allOf": [
            ref("Base"),
            {"type": "object", "description": "The child.", "required": ["type"]},
            {"properties": {"type": {"const": "child"}, "id": {"maxLength": 9}}},
        ],
        "properties": {"more": {"type": "integer"}},
    }
    reading = read({"Base": base, "Child": child})
    schema = define(reading, "Child").schema
    facts = [(field.name, shown(field.schema), field.required) for field in schema.properties]
    assert facts == [
        ("id", "string", True),
        ("type", "'child'", True),
        ("more", "integer", False),
    ]
    assert schema.properties[0].schema.constraints == (("minLength", 1), ("maxLength", 9))
    assert schema.description == "The child."
    assert not reading.codes


def test_all_of_one_reference_is_that_reference(read: Read) -> None:
    use = {"properties": {"a": {"allOf": [ref("Other")], "description": "Of this use."}}}
    reading = read({"Other": {**OBJECT, "description": "Of itself."}, "Use": use})
    schema = define(reading, "Use").schema.properties[0].schema
    assert (shown(schema), schema.description) == ("->Other", "Of this use.")
    assert len(reading.definitions) == 2


def test_all_of_that_contradicts_itself(read: Read) -> None:
    reading = read({"It": {"allOf": [{"type": "string"}, {"type": "integer"}]}})
    assert reading.codes == ["error: allof-conflict"]


@pytest.mark.parametrize(
    "schemas",
    [
        {"A": {"allOf": [ref("B")]}, "B": {"allOf": [ref("A")]}},
        {"A": {"allOf": [ref("B"), OBJECT]}, "B": {"allOf": [ref("A"), OBJECT]}},
    ],
)
def test_all_of_cycles_are_errors(read: Read, schemas: Any) -> None:
    reading = read(schemas)
    found = next(iter(reading.report))
    assert (found.severity, found.code) == ("error", "allof-cycle")
    assert "#/components/schemas/B -> #/components/schemas/A" in found.message


def test_a_parent_that_lists_its_children(read: Read) -> None:
    pet = {
        "type": "object",
        "discriminator": "kind",
        "required": ["kind"],
        "properties": {"kind": {"type": "string"}},
        "oneOf": [ref("Cat"), ref("Dog")],
    }
    cat = {"allOf": [ref("Pet"), {"properties": {"kind": {"const": "cat"}}}]}
    dog = {"allOf": [ref("Pet"), {"properties": {"kind": {"const": "dog"}}}]}
    reading = read({"Pet": pet, "Cat": cat, "Dog": dog})
    schema = reading.schemas["Pet"]
    assert (shown(schema), schema.discriminator) == ("(->Cat ->Dog)", "kind")
    assert [shown(found.schema.properties[0].schema) for found in reading.definitions] == [
        "'cat'",
        "'dog'",
    ]


def test_alternatives_share_what_stands_beside_them(read: Read) -> None:
    message = {
        "type": "object",
        "required": ["id"],
        "properties": {"id": {"type": "string"}},
        "oneOf": [{"properties": {"text": {"type": "string"}}}, ref("Image")],
    }
    reading = read({"Message": message, "Image": {"properties": {"url": {"type": "string"}}}})
    names = [[field.name for field in found.schema.properties] for found in reading.definitions]
    assert names[:2] == [["text", "id"], ["url", "id"]] or names[:2] == [
        ["id", "text"],
        ["id", "url"],
    ]


def test_alternatives_that_only_require(read: Read) -> None:
    schema = {**OBJECT, "anyOf": [{"required": ["id"]}, {"required": ["name"]}]}
    reading = read({"It": schema})
    assert shown(reading.schemas["It"]) == "->It"
    assert reading.codes == ["note: unchecked-keyword"]


def test_discriminator_of_openapi(read: Read) -> None:
    schema = {"oneOf": [ref("A"), ref("B")], "discriminator": {"propertyName": "kind"}}
    other: Any = {"properties": {"x": {}}}
    reading = read({"A": OBJECT, "B": other, "It": schema})
    assert reading.schemas["It"].discriminator == "kind"
    assert reading.codes == ["warning: discriminator-object"]


def test_names_of_places(read: Read) -> None:
    choice: Any = {
        "type": "object",
        "properties": {"delta": OBJECT, "status": {"properties": {"x": {"type": "null"}}}},
    }
    entry: Any = {"additionalProperties": {"properties": {"entry": {}}}}
    parts: Any = [
        {"properties": {"type": {"const": "text"}, "text": {}}},
        {"title": "A picture", "properties": {"url": {}}},
        {"properties": {"other": {}}},
    ]
    chunk: Any = {
        "properties": {
            "choices": {"type": "array", "items": choice},
            "entries": entry,
            "content": {"items": {"oneOf": parts}},
        }
    }
    reading = read({"Chunk": chunk})
    assert [found.proposed for found in reading.definitions] == [
        "Chunk",
        "Chunk choice",
        "Chunk entry",
        "Chunk content text",
        "Chunk content A picture",
        "Chunk content variant 3",
        "Chunk choice delta",
        "Chunk choice status",
    ]
    assert [found.is_named for found in reading.definitions] == [True] + [False] * 7


def test_places_reached_by_reference(read: Read) -> None:
    outer: Any = {"properties": {"parts": {"items": {"properties": {"x": {}}}}}}
    path = "#/components/schemas/Outer/properties/parts/items"
    reading = read({"It": {"properties": {"a": {"$ref": path}}}, "Outer": outer})
    assert [found.proposed for found in reading.definitions] == ["It", "Outer part", "Outer"]


def test_same_shape_is_one_definition(read: Read) -> None:
    one: Any = {
        "type": "object",
        "properties": {"title": {"type": "string"}},
        "required": ["title"],
    }
    described: Any = {**one, "description": "x", "title": "y", "nullable": True, "example": 1}
    other: Any = {**one, "required": []}
    reading = read({"It": {"properties": {"a": one, "b": described, "c": other}}, "Named": one})
    assert [found.proposed for found in reading.definitions] == ["It", "It a", "It c", "Named"]
    fields = reading.definitions[0].schema.properties
    assert fields[0].schema.target == fields[1].schema.target
    assert fields[1].schema.description == "x"


def test_constraints(read: Read) -> None:
    reading = read(
        {
            "Number": {"type": "number", "minimum": 1, "exclusiveMaximum": 2.5, "minLength": 3},
            "Draft4": {"type": "integer", "minimum": 3, "exclusiveMinimum": True},
            "Flag": {"type": "integer", "minimum": 3, "exclusiveMinimum": False},
            "Text": {"type": "string", "pattern": "^a", "maxLength": 3},
        }
    )
    assert {name: schema.constraints for name, schema in reading.schemas.items()} == {
        "Number": (("minimum", 1), ("exclusiveMaximum", 2.5)),
        "Draft4": (("exclusiveMinimum", 3),),
        "Flag": (("minimum", 3),),
        "Text": (("maxLength", 3), ("pattern", "^a")),
    }


@pytest.mark.parametrize(
    ("schema", "default"),
    [
        ({"type": "string", "default": "a"}, "a"),
        ({"type": "array", "items": {"type": "string"}, "default": ["a"]}, ["a"]),
        ({"type": "object", "default": {"a": 1}}, {"a": 1}),
        ({"type": "number", "default": 1}, 1),
        ({"enum": ["a", "b"], "default": "b"}, "b"),
        ({"oneOf": [{"type": "integer"}, {"type": "boolean"}], "default": True}, True),
    ],
)
def test_defaults(read: Read, schema: Any, default: Any) -> None:
    reading = read({"It": schema})
    assert reading.schemas["It"].has_default
    assert reading.schemas["It"].default == default


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "integer", "default": "a"},
        {"type": "integer", "default": True},
        {"type": "array", "items": {"type": "string"}, "default": [1]},
        {"enum": ["a", "b"], "default": "c"},
        {**OBJECT, "default": {"id": "a"}},
    ],
)
def test_defaults_that_do_not_fit(read: Read, schema: Any) -> None:
    reading = read({"It": schema})
    assert not reading.schemas["It"].has_default
    assert reading.codes == ["warning: unfit-default"]


def test_what_is_required_but_not_described(read: Read) -> None:
    reading = read({"It": {"type": "object", "required": ["ghost"]}})
    (field,) = reading.definitions[0].schema.properties
    assert (field.name, shown(field.schema), field.required) == ("ghost", "any", True)
    assert reading.codes == ["warning: undeclared-property"]


def test_all_faults_are_reported(read: Read) -> None:
    reading = read("""\
It:
  type: object
  required: id
  properties: [id]
  additionalProperties: 'no'
  minProperties: -1
  enum: x
Other:
  properties:
    a: {type: strin}
    b: {type: [string, 7], minLength: 1.5, items: 3}
    c: text
    d: {enum: [], oneOf: [], nullable: 1}
    e: {multipleOf: 0, required: true}
    f:""")
    assert [f"{found.place.line}: {found.code}" for found in reading.report] == [
        "5: invalid-keyword",
        "6: invalid-keyword",
        "7: invalid-keyword",
        "8: invalid-keyword",
        "9: invalid-keyword",
        "12: unknown-type",
        "13: invalid-keyword",
        "13: invalid-keyword",
        "13: unknown-type",
        "14: not-a-schema",
        "15: invalid-keyword",
        "15: invalid-keyword",
        "15: invalid-keyword",
        "16: invalid-keyword",
        "16: misplaced-required",
        "17: empty-schema",
    ]
    messages = [found.message for found in reading.report]
    assert messages[0] == "`required` must be a list of the names of properties, not text"
    assert next(found for found in reading.report if found.place.line == 12).help == (
        "did you mean `string`?"
    )


@pytest.mark.parametrize("keyword", ["not", "if", "dependencies", "contains", "propertyNames"])
def test_keywords_that_models_do_not_check(read: Read, keyword: str) -> None:
    reading = read({"It": {"type": "string", keyword: {}}})
    assert reading.codes == ["note: unchecked-keyword"]
    assert shown(reading.schemas["It"]) == "string"


def test_references_that_lead_nowhere(read: Read) -> None:
    reading = read("It: {$ref: '#/components/schemas/No'}\nNo: text")
    assert [found.code for found in reading.report] == ["not-a-schema", "not-a-schema"]
    assert {found.place.line for found in reading.report} == {3, 4}


def test_schemas_that_grow_without_bound(read: Read) -> None:
    doubling = {
        f"S{number}": {"type": "array", "items": [ref(f"S{number + 1}"), ref(f"S{number + 1}")]}
        for number in range(40)
    }
    reading = read({**doubling, "S40": {"type": "string"}})
    assert "error: schema-too-large" in reading.codes
    chain = {f"S{n}": {"type": "array", "items": ref(f"S{n + 1}")} for n in range(500)}
    assert "error: schema-too-large" in read({**chain, "S500": {}}).codes


def test_long_chains_of_objects(read: Read) -> None:
    chain = {f"S{n}": {"properties": {"next": ref(f"S{n + 1}")}} for n in range(2000)}
    reading = read({**chain, "S2000": OBJECT})
    assert len(reading.definitions) == 2001
    assert not reading.codes
