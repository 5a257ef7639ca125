"""The mirror tree templates/package -> the files of a package.

A file that ends in `.jinja` is rendered, every other one is copied byte for byte: so the part of
a package that doesn't depend on the document is the same in all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import jinja2

from .context import make_context
from .expectations import expected_arguments, expected_methods, expected_variables
from .expressions import expression, import_lines, used_in, wrapped_names
from .intermediate import Api
from .markdown import code, code_block, markdown, paragraphs
from .naming import Names
from .quoting import docstring, literal
from .texts import (
    constructor_text,
    ending_text,
    first_paragraph,
    message_text,
    method_text,
    package_text,
    sample_code,
    short_method_text,
)

_SUFFIX = ".jinja"


def render(api: Api, names: Names, models: str, with_tests: bool) -> dict[str, str]:
    """The files of a package by their paths, Python files without their header and unformatted."""
    environment = _environment()
    made = make_context(api, names)
    context = {"context": made, "names": names, "api": api}
    rendered = {"models.py": models}
    for path, text in _tree().items():
        if not made.has_use_for(path) or (path.startswith("tests/") and not with_tests):
            continue
        if path.endswith(_SUFFIX):
            template = environment.get_template(path)
            rendered[path.removesuffix(_SUFFIX)] = template.render(context)
        else:
            rendered[path] = text
    return dict(sorted(rendered.items()))


def copied_files() -> frozenset[str]:
    """The paths of the files that are the same in every package."""
    return frozenset(path for path in _tree() if not path.endswith(_SUFFIX))


@cache
def _tree() -> dict[str, str]:
    return dict(_walk(files("asyncapi_sse_gen.templates") / "package", ""))


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _walk(entry, f"{prefix}{entry.name}/")
        else:
            yield f"{prefix}{entry.name}", entry.read_text(encoding="utf-8")


def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.DictLoader(_tree()),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701  (Python and Markdown, each with a filter of its own)
    )
    environment.filters |= {
        "code": code,
        "code_block": code_block,
        "constructor_text": constructor_text,
        "docstring": docstring,
        "expected_arguments": expected_arguments,
        "expected_methods": expected_methods,
        "expected_variables": expected_variables,
        "ending_text": ending_text,
        "expression": expression,
        "import_lines": import_lines,
        "used_in": used_in,
        "wrapped_names": wrapped_names,
        "first_paragraph": first_paragraph,
        "literal": literal,
        "markdown": markdown,
        "message_text": message_text,
        "method_text": method_text,
        "package_text": package_text,
        "sample_code": sample_code,
        "short_method_text": short_method_text,
        "paragraphs": paragraphs,
    }
    return environment
