"""Rendered Python as it is written."""

from __future__ import annotations

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
    templates = Path(__file__).parent.parent / "templates" / "package"
    for path in templates.rglob("*.py"):
        text = path.read_text()
        assert text.startswith(HEADER), path
        assert formatted(text.removeprefix(HEADER)) == text, path


UNCLEAN = ["def\n", "x = '\\d'\n", "x = 1 is 1\n", "return 1\n", "x = '\0'\n"]


@pytest.mark.parametrize("text", UNCLEAN)
@pytest.mark.parametrize("header", ["", HEADER])
def test_what_is_no_clean_python_is_an_error(text: str, header: str) -> None:
    with pytest.raises(ValueError, match=r"a\.py"):
        format_files({"a.py": header + text})
