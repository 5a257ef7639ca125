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
from typing import Any, cast

import pytest
from asyncapi_sse_gen.diagnostics import Report

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


def document(suffix: str) -> dict[str, Any]:
    """A document with such a text in every field that takes one."""

    def text(name: str) -> str:
        return f"the {name} {suffix}"

    def line(name: str) -> str:
        """The name of an event is one line."""
        return " ".join(text(name).split())

    external = {"url": f"https://docs.example/{suffix}", "description": text("link")}
    chunk = {
        "type": "object",
        "title": text("schema title"),
        "description": text("schema description"),
        "required": ["kind"],
        "properties": {
            "kind": {"const": text("constant"), "description": text("constant description")},
            text("property"): {"type": "string", "description": text("property description")},
            "enum": {"type": "string", "enum": [text("value"), text("other value")]},
            "default": {"type": "string", "default": text("default"), "format": text("format")},
            "pattern": {"type": "string", "pattern": text("pattern"), "title": text("title")},
            "list": {"type": "array", "items": {"type": "string"}, "default": [text("item")]},
            "nested": {"type": "object", "properties": {text("inner"): {"type": "integer"}}},
            "comment": {"type": "string", "$comment": text("comment"), "x-text": text("extra")},
        },
    }
    return {
        "asyncapi": "2.6.0",
        "id": text("id"),
        "info": {
            "title": text("info title"),
            "version": text("version"),
            "description": text("info description"),
            "contact": {"name": text("contact")},
            "license": {"name": text("license")},
            "termsOfService": text("terms"),
        },
        "externalDocs": external,
        "tags": [{"name": text("tag"), "description": text("tag description")}],
        "servers": {
            text("server"): {
                "url": "https://{host}.example",
                "protocol": "https",
                "description": text("server description"),
                "variables": {
                    "host": {
                        "default": text("host"),
                        "enum": [text("host"), "b"],
                        "description": text("variable description"),
                    }
                },
                "security": [{text("scheme"): []}],
            },
            "other": {"url": "https://other.example", "protocol": "https"},
        },
        "channels": {
            "/stream/{id}": {
                "description": text("channel description"),
                "parameters": {
                    "id": {"description": text("parameter"), "schema": {"type": "string"}}
                },
                "bindings": {
                    "http": {
                        "type": "request",
                        "method": "POST",
                        "query": {
                            "type": "object",
                            "properties": {
                                text("query"): {"type": "string", "description": text("query")},
                                "fixed": {"const": text("fixed")},
                            },
                        },
                    },
                    "x-sse": {"terminator": text("terminator").strip()},
                },
                "publish": {"message": {"$ref": "#/components/messages/request"}},
                "subscribe": {
                    "operationId": text("operation"),
                    "summary": text("operation summary"),
                    "description": text("operation description"),
                    "tags": [{"name": text("operation tag")}],
                    "externalDocs": external,
                    "message": {
                        "oneOf": [
                            {"$ref": "#/components/messages/chunk"},
                            {"$ref": "#/components/messages/text"},
                        ]
                    },
                },
            }
        },
        "components": {
            "securitySchemes": {
                text("scheme"): {
                    "type": "http",
                    "scheme": "bearer",
                    "bearerFormat": text("format"),
                    "description": text("scheme description"),
                }
            },
            "messages": {
                "chunk": {
                    "name": text("message"),
                    "title": text("message title"),
                    "summary": text("message summary"),
                    "description": text("message description"),
                    "headers": {"properties": {"event": {"const": line("event")}}},
                    "payload": chunk,
                    "examples": [
                        {
                            "name": text("example"),
                            "summary": text("example summary"),
                            "payload": {"kind": text("constant"), text("property"): text("x")},
                        }
                    ],
                },
                "text": {
                    "contentType": "text/plain",
                    "headers": {"properties": {"event": {"const": line("other event")}}},
                    "description": text("text description"),
                    "payload": {"type": "string", "description": text("text payload")},
                    "examples": [{"payload": text("text example")}],
                },
                "request": {
                    "description": text("request description"),
                    "payload": {
                        "type": "object",
                        "required": [text("flag")],
                        "properties": {text("flag"): {"const": text("flag value")}},
                    },
                    "examples": [{"payload": {text("flag"): text("flag value")}}],
                },
            },
        },
    }


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
        if isinstance(value, dict):
            yield from _entries(cast("dict[str, Any]", value))


DOCUMENTED = (
    *("info title", "info description", "operation summary", "operation description"),
    *("schema description", "constant description", "property description", "parameter"),
    *("variable description", "query", "request description"),
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
