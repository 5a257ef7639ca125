"""Rendered Python as it is written."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import black
import pytest
from asyncapi_sse_gen.formatting import HEADER, format_files
from black.mode import TargetVersion

CLASSES = '''\
"""A module."""
import enum
X = 'x'

# About A.
class A:
    """Has text.

class of its own, in a docstring.
"""
    x: int=1


@decorated
class B(A): pass


class C(A):


    def f(self): return {'a':1,
    }
class D: pass
y: dict[str,int] = {}
'''


def formatted(text: str) -> str:
    return format_files({"a.py": text})["a.py"].decode()


@pytest.mark.parametrize("text", [CLASSES, CLASSES.replace("class of", "a class of"), "", "x=1\n"])
def test_class_by_class_gives_what_the_whole_gives(text: str) -> None:
    mode = black.Mode(line_length=100, target_versions={TargetVersion.PY311})
    assert formatted(text) == HEADER + black.format_str(text, mode=mode)


def test_copied_files_and_other_files_stay_as_they_are() -> None:
    files = {"a.py": HEADER + "x=1\n", "README.md": "x=1\n"}
    assert format_files(files) == {path: text.encode() for path, text in files.items()}


def test_the_copied_files_lie_formatted_under_the_header() -> None:
    """As black would have them, but for lists, which fill their lines."""
    templates = Path(__file__).parent.parent / "templates" / "package"
    for path in templates.rglob("*.py"):
        text = path.read_text()
        assert text.startswith(HEADER), path
        assert max(map(len, text.splitlines())) <= 100, path
        assert _unbroken(formatted(text.removeprefix(HEADER))) == _unbroken(text), path


def _unbroken(code: str) -> str:
    joined = re.sub(r"(?<=[(\[{,])\s+|\s+(?=[)\]}])", "", code)
    return re.sub(r",(?=[)\]}])", "", joined)


@pytest.mark.parametrize("name", ["centml_sse", "cleanlab_sse"])
def test_a_package_is_small(name: str) -> None:
    """Blank lines, comments and docstrings don't count."""
    package = Path(__file__).parent.parent / "generated" / name
    files = set(package.glob("*.py")) - {package / "models.py"}
    assert sum(_lines_of_code(path.read_text()) for path in files) <= 1200


def _lines_of_code(code: str) -> int:
    statements = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.stmt)]
    texts = [it for it in statements if isinstance(it, ast.Expr) and _is_text(it.value)]
    ignored = {line for it in texts for line in range(it.lineno, (it.end_lineno or 0) + 1)}
    lines = code.splitlines()
    ignored |= {line for line, text in enumerate(lines, 1) if text.strip()[:1] in ("", "#")}
    return len(lines) - len(ignored)


def _is_text(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


UNCLEAN = ["def\n", "x = '\\d'\n", "x = 1 is 1\n", "return 1\n", "x = '\0'\n"]


@pytest.mark.parametrize("text", UNCLEAN)
@pytest.mark.parametrize("header", ["", HEADER])
def test_what_is_no_clean_python_is_an_error(text: str, header: str) -> None:
    with pytest.raises(ValueError, match=r"a\.py"):
        format_files({"a.py": header + text})
