"""docs/diagnostics.md: every code and no other, and examples that bring about what they say."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from .json_values import is_mapping
from .outcomes import run

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "diagnostics.md"
GENERATOR = ROOT / "generator" / "asyncapi_sse_gen"

SEVERITIES = {"error": "error", "fatal": "error", "warning": "warning", "note": "note"}
_BLOCK = re.compile(r"^```(yaml whole|yaml|console)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_SEVERITY = re.compile(r"\*(error|warning|note)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Section:
    """What the page says of a code."""

    code: str
    text: str

    @property
    def severities(self) -> set[str]:
        return {found.lower() for found in _SEVERITY.findall(self.text)}

    @property
    def blocks(self) -> list[tuple[str, str]]:
        """The kinds of the examples, and the examples."""
        return _BLOCK.findall(self.text)


def read_page() -> tuple[str, list[Section]]:
    """The document that the examples are merged into, and the sections."""
    introduction, *parts = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    sections = [Section(*part.split("\n", 1)) for part in parts]
    ((_, base),) = _BLOCK.findall(introduction)
    return base, [Section(one.code.strip("`"), one.text) for one in sections]


BASE, SECTIONS = read_page()


def codes_in_source() -> dict[str, set[str]]:
    """The codes that the generator can report, and their severities."""
    found: dict[str, set[str]] = {}
    for path in GENERATOR.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for code, severity in _reported(node):
                found.setdefault(code, set()).add(severity)
    return found


def _reported(node: ast.AST) -> Iterator[tuple[str, str]]:
    """The code of a call such as `report.warning("code", ...)`, whatever it is a method of."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
        return
    severity, code = SEVERITIES.get(node.func.attr.lstrip("_")), node.args[0]
    if severity and isinstance(code, ast.Constant) and isinstance(code.value, str):
        yield code.value, severity


def test_the_page_has_every_code_and_no_other() -> None:
    assert {one.code for one in SECTIONS} == set(codes_in_source())


def test_each_code_comes_once_and_in_order() -> None:
    codes = [one.code for one in SECTIONS]
    assert codes == sorted(set(codes))


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.code)
def test_a_section_tells_the_severity_and_has_an_example(section: Section) -> None:
    assert section.severities == codes_in_source()[section.code]
    assert section.blocks


def test_the_document_of_the_page_has_nothing_to_complain_of(tmp_path: Path) -> None:
    assert reported(BASE, tmp_path) == []


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.code)
def test_an_example_brings_about_its_diagnostic(section: Section, tmp_path: Path) -> None:
    told: set[str] = set()
    shown = [(kind, text) for kind, text in section.blocks if kind != "console"]
    for kind, text in shown:
        document = text if kind == "yaml whole" else merged(text)
        severities = {sev for code, sev in reported(document, tmp_path) if code == section.code}
        assert severities, document
        told |= severities
    assert not shown or told == section.severities


def merged(patch: str) -> str:
    """The page's document with an example merged into it, as YAML."""
    document: Any = yaml.safe_load(BASE)
    return json.dumps(merge(document, yaml.load(patch, yaml.SafeLoader)))


def merge(target: Any, patch: Any) -> Any:
    """JSON Merge Patch (RFC 7396)."""
    if not is_mapping(patch):
        return patch
    found: dict[str, Any] = dict(target) if is_mapping(target) else {}
    for key, value in patch.items():
        if value is None:
            found.pop(key, None)
        else:
            found[key] = merge(found.get(key), value)
    return found


def reported(document: str, folder: Path) -> list[tuple[str, str]]:
    """What `validate` says of a document."""
    path = folder / "document.yml"
    path.write_text(document, encoding="utf-8")
    _, _, stderr = run("validate", str(path), "--diagnostics", "json")
    return [(one["code"], one["severity"]) for one in json.loads(stderr)]
