"""The templates of a mirror tree and a context -> texts, by Jinja."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from typing import Any

import jinja2

from .custom_templates import CustomTemplates, TemplateError
from .diagnostics import Place
from .mirror import SUFFIX, mirror_tree


class Templates:
    """A mirror tree in which the user's own templates have taken their places, compiled once."""

    def __init__(
        self, tree: str, custom: CustomTemplates | None, filters: Mapping[str, Callable[..., Any]]
    ) -> None:
        self._tree = tree
        self._custom = custom
        self._own = custom.of_tree(tree) if custom else {}
        self._texts = {**mirror_tree(tree), **self._own}
        self._environment = jinja2.Environment(
            loader=jinja2.FunctionLoader(self._load),
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=False,  # noqa: S701  (Python and Markdown, each with a filter of its own)
        )
        self._environment.filters.update(filters)

    def render(
        self, context: Mapping[str, object], is_wanted: Callable[[str], bool]
    ) -> dict[str, str]:
        """The texts of the wanted files, by their paths.

        Raises TemplateError for a template of the user's that fails.
        """
        return {
            path.removesuffix(SUFFIX): self._rendered(path, context)
            for path in self._texts
            if is_wanted(path.removesuffix(SUFFIX))
        }

    def _rendered(self, path: str, context: Mapping[str, object]) -> str:
        if not path.endswith(SUFFIX):
            return self._texts[path]
        try:
            text = self._environment.get_template(path).render(context)
            text.encode()  # Half a surrogate pair is no text that could be written.
        except Exception as error:
            place = self._place_of(error, path)
            if place is None:
                raise
            message = f"the template fails: {type(error).__name__}: {error}"
            raise TemplateError(message, place) from error
        return text

    def _load(self, path: str) -> tuple[str, str, None] | None:
        """A template and how tracebacks name it."""
        return (self._texts[path], path, None) if path in self._texts else None

    def _place_of(self, error: Exception, path: str) -> Place | None:
        """Where the user's own template is that an error is about; None if it is none of them.

        `path` is the template that was being rendered.
        """
        if self._custom is None:
            return None
        if isinstance(error, jinja2.TemplateSyntaxError):
            places = [(str(error.name), error.lineno)]
        else:
            frames = traceback.extract_tb(error.__traceback__)
            places = [(path, 1), *((frame.filename, frame.lineno or 1) for frame in frames)]
        own = [place for place in places if place[0] in self._own]
        return self._custom.place(self._tree, *own[-1]) if own else None
