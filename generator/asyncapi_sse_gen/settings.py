"""What a user decides about a package, and what is built accordingly."""

from __future__ import annotations

import keyword
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .custom_templates import CustomTemplates

DEFAULT_OUTPUT = Path("generated")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What one source (the command line, a table of the configuration) says; None says nothing."""

    output: Path | None = None
    name: str | None = None
    tests: bool | None = None
    distribution: bool | None = None
    templates: Path | None = None

    def over(self, other: Settings) -> Settings:
        """These settings, and the other's where these say nothing."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        said = {name: value for name, value in values.items() if value is not None}
        return replace(other, **said)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What is decided about a package."""

    name: str = ""
    """The name of the import package; chosen from the document if empty."""
    tests: bool = True
    """Whether the package gets tests of its own."""
    distribution: bool = False
    """Whether it is wrapped as a distribution that can be installed."""
    templates: CustomTemplates | None = None
    """Templates that take the place of the generator's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A document to build, and where and how."""

    document: Path
    folder: Path
    """Where the package's folder stands, or will."""
    options: Options


def is_package_name(name: str) -> bool:
    """Whether a package can have this name, which names a folder and a module."""
    return name.isascii() and name.isidentifier() and not keyword.iskeyword(name)
