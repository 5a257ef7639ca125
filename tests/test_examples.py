"""Examples that aren't what their schema says."""

from __future__ import annotations

from typing import Any

import pytest
from asyncapi_sse_gen.diagnostics import Place, Report
from asyncapi_sse_gen.examples import check_examples
from asyncapi_sse_gen.intermediate import (
    Api,
    Definition,
    Example,
    Message,
    Operation,
    Property,
    Schema,
)

PLACE = Place(path="spec.yml", line=7, column=3)
TEXT = Schema(type="string")
NODE = Definition(
    pointer="#/Node",
    proposed="Node",
    place=PLACE,
    schema=Schema(
        type="object",
        properties=(
            Property(name="id", schema=TEXT, required=True),
            Property(name="next", schema=Schema(type="reference", target="#/Node")),
        ),
        additional=Schema(type="integer"),
    ),
)
LOOP = Definition(
    pointer="#/Loop",
    proposed="Loop",
    place=PLACE,
    schema=Schema(type="union", alternatives=(Schema(type="reference", target="#/Loop"),)),
)


def problems(schema: Schema, payload: Any) -> list[str]:
    """What is reported of an example with this payload."""
    example = Example(payload=payload, name="first", place=PLACE)
    message = Message(key="m", name="m", payload=schema, examples=(example,))
    operation = Operation(
        operation_id="", channel="/", path="/", method="GET", servers=(), messages=(message,)
    )
    api = Api(
        title="",
        version="",
        servers=(),
        security_schemes=(),
        operations=(operation,),
        definitions=(NODE, LOOP),
    )
    report = Report()
    check_examples(api, report)
    found = list(report)
    assert all(one.severity == "warning" and one.code == "example-mismatch" for one in found)
    assert all(one.place == PLACE for one in found)
    return [one.message.removeprefix("`first` isn't what its schema says: ") for one in found]


@pytest.mark.parametrize(
    ("schema", "payload"),
    [
        (Schema(), {"any": ["thing"]}),
        (Schema(type="null"), None),
        (Schema(type="string", nullable=True), None),
        (Schema(type="string", values=("a", "b"), nullable=True), None),
        (Schema(type="integer"), 1.0),
        (Schema(type="number"), 10**400),
        (Schema(type="number", values=(1,)), 1.0),
        (Schema(type="array", items=TEXT), ["a"]),
        (Schema(type="array", prefix_items=(TEXT,), items=Schema(type="integer")), ["a", 1]),
        (Schema(type="union", alternatives=(TEXT, Schema(type="null"))), None),
        (Schema(type="reference", target="#/Node"), {"id": "a", "next": {"id": "b", "x": 3}}),
        (Schema(type="reference", target="#/Loop"), 3),
        (Schema(type="string", constraints=(("pattern", "^(a+)+$"),)), "a" * 40 + "!"),
        (Schema(type="number", constraints=(("multipleOf", 0.1),)), 0.3),
        (Schema(type="number", constraints=(("multipleOf", 1e-300),)), 1e300),
    ],
)
def test_what_the_schema_allows(schema: Schema, payload: Any) -> None:
    assert problems(schema, payload) == []


@pytest.mark.parametrize(
    ("schema", "payload", "problem"),
    [
        (TEXT, 1, "$ is integer, not string"),
        (TEXT, None, "$ is null, not string"),
        (Schema(type="integer"), True, "$ is boolean, not integer"),
        (Schema(type="integer"), 1.5, "$ is number, not integer"),
        (Schema(type="null"), {"a": 1}, "$ is object, not null"),
        (
            Schema(values=(1, "a")),
            True,
            "$ isn't one of the values that its `enum` or `const` has",
        ),
        (Schema(type="array", items=TEXT), ["a", [1]], "$[1] is array, not string"),
        (
            Schema(type="union", alternatives=(TEXT, Schema(type="null"))),
            3,
            "$ is none of the alternatives",
        ),
        (
            Schema(type="reference", target="#/Node"),
            {"id": "a", "next": {"x": 1}},
            "$.next lacks the required property `id`",
        ),
        (
            Schema(type="reference", target="#/Node"),
            {"id": "a", "x": "y"},
            "$.x is string, not integer",
        ),
        (
            Schema(type="string", constraints=(("maxLength", 2),)),
            "abc",
            "$ breaks `maxLength: 2`",
        ),
        (Schema(type="integer", constraints=(("minimum", 2),)), 1, "$ breaks `minimum: 2`"),
        (
            Schema(type="array", constraints=(("uniqueItems", True),)),
            [1, 1.0],
            "$ breaks `uniqueItems: true`",
        ),
    ],
)
def test_what_it_does_not_allow(schema: Schema, payload: Any, problem: str) -> None:
    assert problems(schema, payload) == [problem]


def test_all_of_it_is_reported() -> None:
    schema = Schema(type="reference", target="#/Node")
    assert len(problems(schema, {"next": {"id": 1}, "x": "y"})) == 3
