"""The user's own templates, which take the place of single ones of the generator."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from .diagnostics import DocumentError, Place, Report
from .mirror import SUFFIX, mirror_tree

_PREFIXES = {"package": "", "distribution": "distribution/"}
"""What the paths of a mirror tree's templates begin with in the user's folder."""


class TemplateError(Exception):
    """A template of the user's can't be used."""

    def __init__(self, message: str, place: Place) -> None:
        super().__init__(message)
        self.place = place


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomTemplates:
    """The texts of a folder's templates."""

    folder: Path
    """How diagnostics name the folder."""
    texts: tuple[tuple[str, str], ...]
    """Path in the folder and text, in the order of the paths."""

    @property
    def digest(self) -> str:
        """What tells these templates from any others; the same on every machine."""
        listed = "".join(f"{path}\0{text}\0" for path, text in self.texts)
        return hashlib.sha256(listed.encode()).hexdigest()

    def of_tree(self, tree: str) -> dict[str, str]:
        """The templates of a mirror tree, by their paths in it."""
        return {
            path.removeprefix(_PREFIXES[tree]): text
            for path, text in self.texts
            if _tree_of(path) == tree
        }

    def place(self, tree: str, path: str, line: int = 1) -> Place:
        """The place of a template of a mirror tree."""
        return Place(path=str(self.folder / f"{_PREFIXES[tree]}{path}"), line=line)

    def origin_of(self, path: str) -> Place | None:
        """The place of the template that a file of the package came of; None if it isn't here."""
        own = self.of_tree("package")
        templates = (path, f"{path}{SUFFIX}")
        return next((self.place("package", it) for it in templates if it in own), None)


def read_templates(folder: Path, report: Report) -> CustomTemplates:
    """Read a folder of templates.

    Raises DocumentError once all is reported that can't be read, or that would replace nothing.
    """
    known = _known_paths()
    texts = {path.relative_to(folder).as_posix(): _read(path, report) for path in _files(folder)}
    unknown = sorted(texts.keys() - known)
    for path in unknown:
        _report_unknown(path, folder, known, report)
    if not texts:
        message = "there is no template in the folder"
        help = "put one there under the path of that which it is to replace"
        report.error("unknown-template", message, Place(path=str(folder)), help=help)
    readable = {path: text for path, text in texts.items() if text is not None}
    if unknown or not texts or len(readable) < len(texts):
        raise DocumentError("the templates have errors")
    return CustomTemplates(folder=folder, texts=tuple(sorted(readable.items())))


def _tree_of(path: str) -> str:
    return "distribution" if path.startswith(_PREFIXES["distribution"]) else "package"


def _known_paths() -> list[str]:
    return [f"{prefix}{path}" for tree, prefix in _PREFIXES.items() for path in mirror_tree(tree)]


def _files(folder: Path) -> Iterator[Path]:
    """The files below a folder, without what editors and file managers leave behind."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        is_litter = any(part.startswith(".") or part == "__pycache__" for part in parts)
        if not is_litter and path.is_file():
            yield path


def _read(path: Path, report: Report) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = f"the template can't be read: {error}"
        report.error("unreadable-template", message, Place(path=str(path)))
        return None


def _report_unknown(path: str, folder: Path, known: Sequence[str], report: Report) -> None:
    close = get_close_matches(path, known, n=1)
    help = f"did you mean `{close[0]}`?" if close else "docs/templates.md lists the templates"
    message = f"the generator has no template `{path}`"
    report.error("unknown-template", message, Place(path=str(folder / path)), help=help)
