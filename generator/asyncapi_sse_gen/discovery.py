"""Paths, folders and patterns -> the documents that are meant by them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from glob import glob, has_magic
from pathlib import Path

_SUFFIXES = (".json", ".yaml", ".yml")
_BEGINNING = 1024**2
"""How many bytes of a file are searched for what makes it a document."""
_DOCUMENT = re.compile(
    rb"""(?:^|[{,][ \t\r\n]*)["']?asyncapi["']?[ \t]*:[ \t]*["']?\d""", re.MULTILINE
)
_FOREIGN = frozenset({"__pycache__", "node_modules", "site-packages"})


def documents_at(path: str | Path) -> list[Path]:
    """What a path stands for: itself, or the documents in a folder or that match a pattern.

    A file that is named is taken as it is. Folders (with those below them) and patterns select from
    the files that say of themselves that they are AsyncAPI documents.
    """
    if os.path.isdir(path):
        return list(_documents_below(path))
    if has_magic(str(path)) and not os.path.lexists(path):
        return _documents_among(glob(str(path), recursive=True))
    return [Path(path)]


def _documents_below(folder: str | Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not _is_foreign(Path(parent, name)))
        yield from _documents_among(os.path.join(parent, file) for file in files)


def _documents_among(paths: Iterable[str]) -> list[Path]:
    return [Path(path) for path in sorted(paths) if _is_document(path)]


def _is_foreign(folder: Path) -> bool:
    """Whether a folder holds what isn't the user's: what is hidden, or was installed."""
    name = folder.name
    return name.startswith(".") or name in _FOREIGN or (folder / "pyvenv.cfg").exists()


def _is_document(path: str) -> bool:
    if not path.endswith(_SUFFIXES) or not os.path.isfile(path):
        return False
    try:
        with open(path, "rb") as file:
            return _DOCUMENT.search(file.read(_BEGINNING)) is not None
    except OSError:
        return True  # Reading it as a document tells what is wrong with it.
