"""The mirror trees below templates/: each file stands where the one that comes of it will stand.

A file that ends in `.jinja` is rendered, every other one is copied byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

SUFFIX = ".jinja"
"""How the name of a template ends."""


@cache
def mirror_tree(name: str) -> Mapping[str, str]:
    """The texts of a mirror tree (`package` or `distribution`) by their paths in it."""
    return dict(_walk(files("asyncapi_sse_gen.templates") / name, ""))


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _walk(entry, f"{prefix}{entry.name}/")
        else:
            yield f"{prefix}{entry.name}", entry.read_text(encoding="utf-8")
