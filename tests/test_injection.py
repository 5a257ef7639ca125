"""Document text never becomes code.

A document with a text in every field that takes one is built twice: once with harmless texts, once
with texts full of what ends strings, comments, templates and markup. If any of it reached Python as
anything else than the content of a constant, the two syntax trees would differ; likewise the markup
of the README.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import yaml
from asyncapi_sse_gen.diagnostics import Report

from .json_values import is_list, is_mapping
from .rendering import render_package

SYMBOLS = {
    "quotes": '""" \'\'\' " \' "',
    "backslashes": "\\ \\\\ \\\" \\' \\",
    "lines": "\r\n\n#\n\"\"\"\n'''\n\\\n",
    "brackets": ") ] } ( [ { :: ; , = @ # %",
    "templates": "{{ }} {% %} {# #} ${} $ {} %() {!:>{}}",
    "markup": "<> </> <!-- --> []() ![]() ** __ ~~ ` `` ``` | & # > -",
    "unseen": "\u202e\u200b\u2028\u2029\x85\ufeff\u00a0",
}
"""What follows each text of the hostile twin; there is neither letter nor digit in it."""


DOCUMENT = yaml.safe_load((Path(__file__).parent / "data" / "every-text.yml").read_bytes())


def document(suffix: str) -> Any:
    """The document with this in all of its texts."""

    def fill(node: Any) -> Any:
        if isinstance(node, str):
            return node.replace("TEXT", suffix).replace("LINE", " ".join(suffix.split()))
        if is_list(node):
            return [fill(element) for element in node]
        return {fill(key): fill(value) for key, value in node.items()} if is_mapping(node) else node

    return fill(DOCUMENT)


@cache
def package(suffix: str) -> Mapping[str, str]:
    """The files of the document's package."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "injection-asyncapi.json"
        path.write_text(json.dumps(document(suffix)), encoding="utf-8")
        return render_package(path, Report(), distribution=True)


def modules(suffix: str) -> dict[str, ast.Module]:
    return {name: ast.parse(text) for name, text in package(suffix).items() if name.endswith(".py")}


class _Blank(ast.NodeTransformer):
    """Takes the texts out of a tree."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant("") if isinstance(node.value, str | bytes) else node


def shape(tree: ast.Module) -> str:
    """A syntax tree without the texts in it."""
    return ast.dump(_Blank().visit(tree), indent=1)


@pytest.mark.parametrize("kind", SYMBOLS)
def test_texts_are_contents_of_constants_and_nothing_else(kind: str) -> None:
    harmless, hostile = modules("text"), modules(f"text{SYMBOLS[kind]}")
    assert harmless.keys() == hostile.keys()
    for name, tree in hostile.items():
        assert shape(tree) == shape(harmless[name]), name


_ESCAPED = re.compile(r"\\[!-/:-@\[-`{-~]|(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_BLOCK = re.compile(r"^(#+ |[-+*] |\d+[.)] |>|~~~|```|=+$|-+$|\||    )", re.MULTILINE)


def markup(text: str) -> list[str]:
    """What is markup in Markdown: neither escaped nor within code."""
    outside = re.sub(r"^(`{3,})[^`\n]*\n.*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    bare = _ESCAPED.sub("", outside)
    return [*_BLOCK.findall(bare), *re.findall(r"[`*_\[\]<>~|&]", bare)]


@pytest.mark.parametrize("kind", SYMBOLS)
def test_texts_are_no_markup_in_the_readme(kind: str) -> None:
    harmless, hostile = package("text"), package(f"text{SYMBOLS[kind]}")
    assert markup(hostile["README.md"]) == markup(harmless["README.md"])
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", hostile["README.md"])


@pytest.mark.parametrize("kind", SYMBOLS)
def test_texts_are_values_in_toml(kind: str) -> None:
    def keys(text: str) -> list[str]:
        return [key for key, _ in _entries(tomllib.loads(text))]

    harmless, hostile = package("text"), package(f"text{SYMBOLS[kind]}")
    for name in harmless:
        if name.endswith(".toml"):
            assert keys(hostile[name]) == keys(harmless[name])


def _entries(table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        yield key, value
        if is_mapping(value):
            yield from _entries(value)


DOCUMENTED = (
    *("info title", "info description", "operation summary", "operation description"),
    *("schema description", "constant description", "property description", "parameter"),
    *("variable", "query description", "request description"),
)
"""Fields whose texts `help()` must show."""


@pytest.mark.parametrize("kind", ["quotes", "backslashes", "brackets", "templates", "markup"])
def test_help_shows_the_texts_as_they_are(kind: str) -> None:
    suffix = f"text {SYMBOLS[kind]} end"
    shown = " ".join(
        " ".join(statement.value.value.split())
        for tree in modules(suffix).values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        for statement in node.body
        if isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )
    missing = [name for name in DOCUMENTED if " ".join(f"the {name} {suffix}".split()) not in shown]
    assert not missing
