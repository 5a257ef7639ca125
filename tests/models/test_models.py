"""The text of models.py, and how its models behave."""

from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from asyncapi_sse_gen.annotations import annotation
from asyncapi_sse_gen.models import BATCH
from pydantic import ValidationError

Make = Callable[[Any], Any]

ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared" / "corpus" / "sse"
DOCUMENTS = [*sorted((ROOT / "specs").glob("*.yml")), *sorted(CORPUS.glob("*.yml"))]
TEXT = {"type": "string"}


def ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def properties(**schemas: Any) -> dict[str, Any]:
    return {"It": {"type": "object", "properties": schemas, "required": list(schemas)}}


def classes_of(text: str) -> dict[str, ast.ClassDef]:
    return {found.name: found for found in ast.parse(text).body if isinstance(found, ast.ClassDef)}


def fields_of(found: ast.ClassDef) -> Iterator[tuple[str, ast.expr]]:
    """The fields of a class and their types, without constraints and aliases."""
    for statement in found.body:
        if isinstance(statement, ast.AnnAssign):
            assert isinstance(statement.target, ast.Name)
            type_ = statement.annotation
            if isinstance(type_, ast.Subscript) and ast.unparse(type_.value) == "Annotated":
                assert isinstance(type_.slice, ast.Tuple)
                type_ = type_.slice.elts[0]
            yield statement.target.id, type_


def test_the_whole_text(make: Make) -> None:
    models = make(
        {
            "Chunk": {
                "type": "object",
                "description": "A piece of an answer.\n\nMany of them make a whole.\n",
                "required": ["id", "object", "finish-reason"],
                "properties": {
                    "id": {"type": "string", "description": "Who it is."},
                    "object": {"const": "chunk"},
                    "finish-reason": {"enum": ["stop", "length"], "nullable": True},
                    "choices": {
                        "type": "array",
                        "minItems": 1,
                        "items": {"properties": {"index": {"type": "integer", "minimum": 0}}},
                    },
                    "metadata": {"type": "object", "deprecated": True},
                },
            }
        }
    )
    assert models.text == '''\
"""The payloads of the messages, as the document describes them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from .payload import Payload


class Chunk(Payload):
    """A piece of an answer.

    Many of them make a whole.
    """

    id: str
    """Who it is."""

    object: Literal['chunk']

    finish_reason: Annotated[Literal['stop', 'length'] | str | None, Field(alias='finish-reason')]

    choices: Annotated[list[ChunkChoice] | None, Field(min_length=1)] = None

    metadata: dict[str, Any] | None = None
    """Deprecated."""


class ChunkChoice(Payload):
    index: Annotated[int | None, Field(ge=0)] = None
'''


def test_a_module_without_models(make: Make) -> None:
    text = make({"Text": TEXT}).text
    assert "Literal" not in text
    assert classes_of(text) == {}


@pytest.mark.parametrize(
    ("schema", "type_"),
    [
        ({}, "Any"),
        ({"type": "string", "format": "uuid"}, "str"),
        ({"type": "integer", "format": "int64"}, "int"),
        ({"type": "number"}, "float"),
        ({"type": "boolean"}, "bool"),
        ({"type": "null"}, "None"),
        ({"type": "object"}, "dict[str, Any]"),
        ({"type": "object", "additionalProperties": TEXT}, "dict[str, str]"),
        ({"type": ["object", "null"], "additionalProperties": TEXT}, "dict[str, str] | None"),
        ({"type": "array"}, "list[Any]"),
        ({"type": "array", "items": [TEXT, {"type": "null"}]}, "list[str | None]"),
        ({"type": "array", "items": {"items": {"type": "integer", "minimum": 1}}},
         "list[list[int]]"),
        ({"oneOf": [TEXT, ref("It"), {"type": "null"}]}, "str | It | None"),
        ({"enum": ["a", "b"]}, "Literal['a', 'b'] | str"),
        ({"enum": [1, 2, None]}, "Literal[1, 2] | int | None"),
        ({"enum": [1, "a"]}, "Literal[1, 'a'] | int | str"),
        ({"enum": [1, True, 1.0, "1"]}, "int | bool | float | str"),
        ({"enum": [1.5, 2.5]}, "float"),
        ({"const": "a"}, "Literal['a']"),
        ({"const": True}, "Literal[True]"),
        ({"const": {"a": 1}}, "dict[str, Any]"),
        ({"enum": [[1], [2]]}, "list[Any]"),
        ({"anyOf": [{"const": "auto"}, ref("It")]}, "Literal['auto'] | It"),
    ],
)  # fmt: skip
def test_types(make: Make, schema: Any, type_: str) -> None:
    models = make(properties(it=schema))
    ((_, found),) = fields_of(classes_of(models.text)["It"])
    assert ast.unparse(found) == type_
    definition = models.reading.definitions[0]
    assert annotation(definition.schema.properties[0].schema, models.names) == type_.replace(
        "'", '"'
    )


def test_what_may_be_absent_may_be_null(make: Make) -> None:
    schemas = {"a": TEXT, "b": {"enum": ["x", "y"], "default": "x"}, "c": {"type": "null"}}
    models = make({"It": {"properties": schemas}})
    assert models.It().model_dump() == {"a": None, "b": "x", "c": None}
    assert models.It.model_validate_json('{"a": null, "b": null, "c": null}').b is None


def test_what_is_required(make: Make) -> None:
    nullable = {"type": "string", "nullable": True}
    models = make(properties(a=nullable, b={"const": "x"}, c={"type": "integer", "default": 1}))
    assert all(field.is_required() for field in models.It.model_fields.values())
    assert models.It.model_validate_json('{"a": null, "b": "x", "c": 2}').a is None


def test_defaults_are_not_shared(make: Make) -> None:
    models = make({"It": {"properties": {"a": {"items": TEXT, "default": ["x"]}}}})
    models.It().a.append("y")
    assert models.It().a == ["x"]


@pytest.mark.parametrize(
    ("schema", "right", "wrong"),
    [
        ({"type": "integer", "minimum": 1, "maximum": 3}, "3", "4"),
        ({"type": "integer", "minimum": 0.5}, "1", "0"),
        ({"type": "integer", "exclusiveMaximum": 0.5}, "0", "1"),
        ({"type": "integer", "minimum": -(2**70)}, "-5", "1.5"),
        ({"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5}, "1.5", "1.25"),
        ({"type": "string", "minLength": 2}, '"ab"', '"a"'),
        ({"type": "string", "maxLength": 2**70}, '"ab"', "1"),
        ({"type": "array", "maxItems": 1}, "[1]", "[1, 2]"),
        ({"type": "object", "minProperties": 1}, '{"a": 1}', "{}"),
    ],
)
@pytest.mark.parametrize("nullable", [False, True])
def test_constraints(make: Make, schema: Any, right: str, wrong: str, nullable: bool) -> None:
    models = make(properties(it={**schema, "nullable": nullable}))
    models.It.model_validate_json(f'{{"it": {right}}}')
    if nullable:
        models.It.model_validate_json('{"it": null}')
    with pytest.raises(ValidationError):
        models.It.model_validate_json(f'{{"it": {wrong}}}')


def test_constraints_that_could_harm_are_left_out(make: Make) -> None:
    slow = {"type": "string", "pattern": "^(a+)+$"}
    several = {"type": ["string", "integer"], "minLength": 3, "minimum": 4}
    models = make(properties(a=slow, b={"items": slow}, c=several))
    text = '{"a": "' + "a" * 40 + '!", "b": ["!"], "c": 1}'
    assert models.It.model_validate_json(text).c == 1


def test_formats_do_not_change_types(make: Make) -> None:
    models = make(properties(it={"type": "string", "format": "date-time"}))
    assert models.It.model_validate_json('{"it": "yesterday"}').it == "yesterday"


def test_recursive_models(make: Make) -> None:
    tree = {"properties": {"children": {"items": ref("Tree")}, "parent": ref("Tree")}}
    models = make({"Tree": tree})
    root = models.Tree.model_validate_json('{"children": [{"children": []}], "parent": {}}')
    assert isinstance(root.children[0], models.Tree)


def test_wire_names(make: Make) -> None:
    names = ["a-b", "@type", "a.b", "class", "", "$ref", "x\"'\\\n", "ключ", "copy", "str", "It"]
    models = make(properties(**dict.fromkeys(names, TEXT)))
    fields = models.It.model_fields
    assert [field if info.alias is None else info.alias for field, info in fields.items()] == names
    assert all(name.isascii() and name.isidentifier() for name in fields)
    value = models.It.model_validate(dict.fromkeys(names, "x"))
    assert value.model_dump(by_alias=True) == dict.fromkeys(names, "x")
    assert models.It(**dict.fromkeys(fields, "x")) == value


HOSTILE = [
    '"""; import os; """',
    "'''; import os; '''",
    "ends with a backslash \\",
    'ends with a quote "',
    '"starts with one',
    '""""',
    "{{ 7 * 7 }} {% raw %} {0} %s ${x}",
    "new\nline\n\n    indented\n  back",
    "\u202ereversed\u202c zero\u200bwidth \u2028 \x00 \x1b \x85",
    "__import__('os').system('true')",
    "\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace"),
    "emoji \U0001f600, of a later Unicode \U0001fae9",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_document_text_is_only_ever_text(make: Make, text: str) -> None:
    described = {"type": "string", "description": text, "default": text}
    schemas = {
        "plain": described,
        "enum": {"enum": [text, "other"], "title": text},
        "const": {"const": text, "description": text},
        text: {"type": "string", "format": text, "pattern": text},
    }
    models = make({"It": {"description": text, "title": text, "properties": schemas}})
    assert inspect.cleandoc(models.It.__doc__).strip() == inspect.cleandoc(text).strip()
    hints = get_type_hints(models.It, include_extras=True)
    assert get_args(get_args(hints["enum"])[0])[0] == text
    assert models.It().plain == text
    assert models.It.model_validate({"const": text}).model_dump(by_alias=True)["const"] == text
    tree = ast.parse(models.text)
    assert {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)} == {
        "Field"
    }
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert names <= {"Annotated", "Field", "Literal", "Payload", "str", *hints}
    assert not set(models.text) & set("\u202e\u202c\u200b\u2028\x00\x1b\x85")


def test_batches_are_one_module(make: Make) -> None:
    count = 2 * BATCH + 1
    schemas = {
        f"S{number}": {"properties": {"other": ref(f"S{count - 1 - number}")}}
        for number in range(count)
    }
    models = make(schemas)
    assert classes_of(models.text).keys() == schemas.keys()
    assert isinstance(
        models.S1.model_validate({"other": {}}).other, getattr(models, f"S{count - 2}")
    )


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_documents(
    path: Path, read_file: Callable[[Path], Any], import_models: Callable[[Any], Any]
) -> None:
    models = import_models(read_file(path))
    classes = classes_of(models.text)
    definitions = models.reading.definitions
    assert list(classes) == [models.names.classes[found.pointer] for found in definitions]
    for definition, found in zip(definitions, classes.values(), strict=True):
        fields = definition.schema.properties
        for field, (name, type_) in zip(fields, fields_of(found), strict=True):
            schema = field.schema
            if not field.required:
                schema = replace(schema, nullable=schema.type != "null")
            expected = annotation(schema, models.names)
            written = ast.unparse(type_).replace("Any | None", "Any")
            assert written == ast.unparse(ast.parse(expected))
            assert name == models.names.fields[definition.pointer, field.name]
            info = getattr(models, found.name).model_fields[name]
            assert info.is_required() == field.required


def test_a_corpus_is_there() -> None:
    if not CORPUS.is_dir():
        pytest.skip("the corpus of documents isn't here")
    assert len(DOCUMENTS) > 20


SCRIPT = """
import sys
from pathlib import Path
from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.intermediate import Api
from asyncapi_sse_gen.models import render_models
from asyncapi_sse_gen.naming import choose_names
from asyncapi_sse_gen.references import References
from asyncapi_sse_gen.schemas import SchemaReader

report = Report()
references = References(Path(sys.argv[1]), report, "document.yml")
reader = SchemaReader(references, report)
for name, node in references.root.get("components", "schemas").items():
    reader.read(node, name)
api = Api(title="", version="", servers=(), security_schemes=(), operations=(),
          definitions=reader.definitions)
names = choose_names(api, "some_sse", "some", report)
sys.stdout.buffer.write(render_models(api.definitions, names).encode())
"""


def test_same_text_whatever_the_hash_seed(tmp_path: Path) -> None:
    path = tmp_path / "document.yml"
    mixed = "{enum: [a, 1, true], oneOf: [{type: string}, {properties: {x: {}, class: {}}}]}"
    path.write_text(
        "components:\n  schemas:\n"
        f"    A: {{properties: {{b: {mixed}, c: {{items: {mixed}}}, d: {{enum: [x, y, z]}}}}}}\n"
        "    B: {allOf: [{$ref: '#/components/schemas/A'}, {properties: {d: {enum: [z, y]}}}]}\n"
    )
    command = [sys.executable, "-W", "error", "-c", SCRIPT, str(path)]
    outputs = {
        subprocess.run(
            command,
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone},
        ).stdout
        for seed, zone in [("0", "UTC"), ("1", "Asia/Tokyo")]
    }
    assert len(outputs) == 1
    assert b"class B(Payload):" in outputs.pop()
