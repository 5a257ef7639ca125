"""Reading small schemas, and making and importing the models of them."""

from __future__ import annotations

import json
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.intermediate import Api, Definition, Schema
from asyncapi_sse_gen.models import render_models
from asyncapi_sse_gen.naming import Names, choose_names
from asyncapi_sse_gen.references import References
from asyncapi_sse_gen.schemas import SchemaReader
from pydantic import BaseModel, ConfigDict

PACKAGES = count()


class Payload(BaseModel):
    """What generated models derive from, as far as it concerns their fields."""

    model_config = ConfigDict(
        extra="allow",
        strict=True,
        validate_by_alias=True,
        validate_by_name=True,
        serialize_by_alias=True,
        protected_namespaces=(),
        defer_build=True,
    )


@dataclass
class Reading:
    """The schemas of a document, each read under its name."""

    report: Report
    schemas: dict[str, Schema] = field(default_factory=dict[str, Schema])
    definitions: tuple[Definition, ...] = ()

    @property
    def codes(self) -> list[str]:
        """What was reported."""
        return [f"{found.severity}: {found.code}" for found in self.report]

    @property
    def api(self) -> Api:
        """A document that has nothing but these schemas."""
        return Api(
            title="Title",
            version="1",
            servers=(),
            security_schemes=(),
            operations=(),
            definitions=self.definitions,
        )


@dataclass
class Models:
    """The models of a document, imported."""

    reading: Reading
    names: Names
    text: str
    module: Any

    def __getattr__(self, name: str) -> Any:
        return getattr(self.module, name)


def _read(path: Path) -> Reading:
    report = Report()
    references = References(path, report, path.name)
    reader = SchemaReader(references, report)
    reading = Reading(report)
    components = references.root.get("components", "schemas")
    for name, node in components.items() if components else ():
        reading.schemas[name] = reader.read(node, name)
    reading.definitions = reader.definitions
    return reading


@pytest.fixture
def read_file() -> Callable[[Path], Reading]:
    """Reads the schemas of a document's components."""
    return _read


@pytest.fixture
def read(tmp_path: Path) -> Callable[[Any], Reading]:
    """Reads schemas by their names; text is the YAML of a document's `schemas`."""

    def read_schemas(schemas: Any) -> Reading:
        path = tmp_path / "document.yml"
        if isinstance(schemas, str):
            indented = schemas.replace("\n", "\n    ")
            text = f"components:\n  schemas:\n    {indented}\n"
        else:
            text = json.dumps({"components": {"schemas": schemas}})
        path.write_text(text, encoding="utf-8")
        return _read(path)

    return read_schemas


@pytest.fixture
def import_models() -> Iterator[Callable[[Reading], Models]]:
    """Makes the models of schemas and imports them as the module of a package."""
    imported: list[str] = []

    def import_text(reading: Reading) -> Models:
        names = choose_names(reading.api, "some_sse", "some", reading.report)
        text = render_models(reading.definitions, names)
        package = f"package_{next(PACKAGES)}"
        parent, payload, module = (
            types.ModuleType(name) for name in (package, f"{package}.payload", f"{package}.models")
        )
        parent.__path__ = []
        vars(payload)["Payload"] = Payload
        for made in (parent, payload, module):
            sys.modules[made.__name__] = made
            imported.append(made.__name__)
        module.__package__ = package
        exec(compile(text, "models.py", "exec"), module.__dict__)  # noqa: S102  (it is ours)
        for name in names.classes.values():
            getattr(module, name).model_rebuild()
        return Models(reading, names, text, module)

    yield import_text
    for name in imported:
        del sys.modules[name]


@pytest.fixture
def make(
    read: Callable[[Any], Reading], import_models: Callable[[Reading], Models]
) -> Callable[[Any], Models]:
    """Reads schemas, which must be right, and makes their models."""

    def make_models(schemas: Any) -> Models:
        reading = read(schemas)
        assert not reading.report.has_errors, reading.codes
        return import_models(reading)

    return make_models
