"""The mirror trees templates/package and templates/distribution -> the files of a package.

A file that ends in `.jinja` is rendered, every other one is copied byte for byte: so the part of
a package that doesn't depend on the document is the same in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from .context import CONTEXT_VERSION
from .custom_templates import CustomTemplates
from .distribution import Distribution
from .expectations import expected_arguments, expected_methods, expected_variables
from .expressions import expression, import_lines, layout, used_in, wrapped_names
from .intermediate import Api
from .markdown import code, code_block, markdown, paragraphs
from .naming import Names
from .preparation import make_context
from .quoting import docstring, literal
from .templating import Templates
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
from .toml_text import toml_string

_FILTERS: Mapping[str, Callable[..., Any]] = {
    "code": code,
    "code_block": code_block,
    "constructor_text": constructor_text,
    "docstring": docstring,
    "ending_text": ending_text,
    "expected_arguments": expected_arguments,
    "expected_methods": expected_methods,
    "expected_variables": expected_variables,
    "expression": expression,
    "first_paragraph": first_paragraph,
    "import_lines": import_lines,
    "layout": layout,
    "literal": literal,
    "markdown": markdown,
    "message_text": message_text,
    "method_text": method_text,
    "package_text": package_text,
    "paragraphs": paragraphs,
    "sample_code": sample_code,
    "short_method_text": short_method_text,
    "toml_string": toml_string,
    "used_in": used_in,
    "wrapped_names": wrapped_names,
}
"""What the templates may use beside Jinja's own; docs/templates.md explains each."""


def render(
    api: Api, names: Names, models: str, with_tests: bool, custom: CustomTemplates | None = None
) -> dict[str, str]:
    """The files of a package by their paths, Python files without their header and unformatted.

    Raises TemplateError for a template of the user's that fails.
    """
    made = make_context(api, names)

    def is_wanted(path: str) -> bool:
        return made.has_use_for(path) and (with_tests or not path.startswith("tests/"))

    context = {"context": made, "names": names, "api": api, "context_version": CONTEXT_VERSION}
    rendered = _templates("package", custom).render(context, is_wanted)
    return dict(sorted({"models.py": models, **rendered}.items()))


def render_distribution(
    distribution: Distribution, api: Api, custom: CustomTemplates | None
) -> dict[str, str]:
    """The files of a distribution that stand beside the package; raises as `render` does."""
    context = {"distribution": distribution, "api": api, "context_version": CONTEXT_VERSION}
    return _templates("distribution", custom).render(context, lambda _: True)


@cache
def _templates(tree: str, custom: CustomTemplates | None) -> Templates:
    return Templates(tree, custom, _FILTERS)
