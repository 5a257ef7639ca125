"""What `inspect` prints, and that docs/intermediate-model.md describes all of it."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

import pytest
from asyncapi_sse_gen import intermediate
from asyncapi_sse_gen.diagnostics import Place
from asyncapi_sse_gen.inspection import inspect_api
from asyncapi_sse_gen.intermediate import Api, Operation, Schema, Server, ServerVariable

ROOT = Path(__file__).parent.parent
CLASSES = [
    one
    for one in vars(intermediate).values()
    if isinstance(one, type) and dataclasses.is_dataclass(one) and one is not Place
]


def described() -> dict[str, dict[str, bool]]:
    """The fields of each class on the page, and whether they are in bold."""
    page = (ROOT / "docs" / "intermediate-model.md").read_text(encoding="utf-8")
    sections = re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    rows = {
        section.partition("\n")[0]: re.findall(r"^\| ([`*].*?) \|", section, re.MULTILINE)
        for section in sections
    }
    return {
        name: {
            field: bool(bold) for row in cells for bold, field in re.findall(r"(\*\*)?`(\w+)`", row)
        }
        for name, cells in rows.items()
    }


def test_the_page_describes_every_class() -> None:
    assert {one.__name__ for one in CLASSES} == described().keys()


@pytest.mark.parametrize("described_class", CLASSES, ids=lambda one: one.__name__)
def test_the_page_describes_every_field_in_its_order(described_class: type) -> None:
    fields = {
        field.name: field.default is dataclasses.MISSING
        for field in dataclasses.fields(described_class)
    }
    assert list(described()[described_class.__name__].items()) == list(fields.items())


def test_what_is_at_its_default_is_left_out() -> None:
    zero = Schema(type="integer", default=0, has_default=True, values=(0, 1))
    variable = ServerVariable(name="port", default="")
    api = Api(
        title="",
        version="1",
        servers=(Server(name="main", url="https://{port}.example", variables=(variable,)),),
        security_schemes=(),
        operations=(),
        definitions=(),
    )
    printed = json.loads(inspect_api(api))
    assert printed["title"] == ""
    assert "description" not in printed
    assert printed["servers"][0]["variables"] == [{"name": "port", "default": ""}]
    message = intermediate.Message(key="m", name="m", payload=zero)
    operation = Operation(
        operation_id="", channel="/", path="/", method="GET", servers=(), messages=(message,)
    )
    printed = json.loads(inspect_api(dataclasses.replace(api, operations=(operation,))))
    payload = printed["operations"][0]["messages"][0]["payload"]
    assert payload == {"type": "integer", "values": [0, 1], "default": 0, "has_default": True}
