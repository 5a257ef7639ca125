"""The user's own templates, which take the place of single ones of the generator."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from .diagnostics import DocumentError, Place, Report

DISTRIBUTION = "distribution/"
"""Below this folder stand the templates of the distribution; all others are the package's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomTemplates:
    """The texts of a folder's templates, by their paths in it."""

    folder: Path
    """How diagnostics name the folder."""
    texts: Mapping[str, str]

    @property
    def digest(self) -> str:
        """What tells these templates from any others; the same on every machine."""
        listed = sorted(self.texts.items())
        return hashlib.sha256(
            "".join(f"{path}\0{text}\0" for path, text in listed).encode()
        ).hexdigest()

    def of_package(self) -> dict[str, str]:
        """The templates of the package by their paths in its mirror tree."""
        return {
            path: text for path, text in self.texts.items() if not path.startswith(DISTRIBUTION)
        }

    def of_distribution(self) -> dict[str, str]:
        """The templates of the distribution by their paths in its mirror tree."""
        return {
            path.removeprefix(DISTRIBUTION): text
            for path, text in self.texts.items()
            if path.startswith(DISTRIBUTION)
        }


def read_templates(folder: Path, report: Report) -> CustomTemplates:
    """Read a folder of templates.

    Raises DocumentError once all is reported that can't be read, or that would replace nothing.
    """
    known = _known_paths()
    texts: dict[str, str] = {}
    is_right = True
    for path in sorted(_files(folder)):
        name = path.relative_to(folder).as_posix()
        try:
            texts[name] = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            message = f"can't read the template: {error}"
            report.error("unreadable-template", message, Place(path=str(path)))
            is_right = False
        if name not in known:
            _report_unknown(path, name, known, report)
            is_right = False
    if not is_right:
        raise DocumentError("the templates have errors")
    if not texts:
        message = "the folder holds no templates"
        help = "put a template there under the path of the one that it is to replace"
        raise report.fatal("unknown-template", message, Place(path=str(folder)), help=help)
    return CustomTemplates(folder=folder, texts=texts)


def _known_paths() -> list[str]:
    from .mirror import mirror_tree

    return [
        *mirror_tree("package"),
        *(f"{DISTRIBUTION}{path}" for path in mirror_tree("distribution")),
    ]


def _files(folder: Path) -> Iterator[Path]:
    """The files below a folder, without what editors and file managers leave behind."""
    for path in folder.rglob("*"):
        parts = path.relative_to(folder).parts
        is_litter = any(part.startswith(".") or part == "__pycache__" for part in parts)
        if not is_litter and path.is_file():
            yield path


def _report_unknown(path: Path, name: str, known: Iterable[str], report: Report) -> None:
    close = get_close_matches(name, list(known), n=1)
    help = f"did you mean `{close[0]}`?" if close else "docs/templates.md lists the templates"
    message = f"the generator has no template `{name}`"
    report.error("unknown-template", message, Place(path=str(path)), help=help)
