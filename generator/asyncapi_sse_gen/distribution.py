"""A package as a distribution that can be installed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from .intermediate import Api
from .printable import printable

README = "README.md"

_SUMMARY = 200
"""How long a summary may be."""
_LOCAL = 60
"""How long the local part of a version may be."""

# PEP 440, appendix B; bounded, so that nothing of it is too long for anybody.
_VERSION = re.compile(
    r"""
    v?(?:\d{1,9}!)?\d{1,9}(?:\.\d{1,9}){0,9}                     # epoch, release
    (?:[-_.]?(?:alpha|a|beta|b|preview|pre|c|rc)[-_.]?\d{0,9})?  # pre-release
    (?:-\d{1,9}|[-_.]?(?:post|rev|r)[-_.]?\d{0,9})?              # post-release
    (?:[-_.]?dev[-_.]?\d{0,9})?                                  # development release
    (?:\+[a-z0-9]{1,9}(?:[-_.][a-z0-9]{1,9}){0,9})?              # local version
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Distribution:
    """What the templates of a distribution print."""

    name: str
    package: str
    """The name of the import package."""
    version: str
    summary: str
    """One line, printable."""
    readme: str
    """The package's README, which is the distribution's instead."""


def describe(api: Api, package: str, readme: str) -> Distribution:
    """The distribution of a package."""
    return Distribution(
        name=distribution_name(package),
        package=package,
        version=distribution_version(api.version),
        summary=_summary(api.title),
        readme=readme,
    )


def distribution_name(package: str) -> str:
    """The name of a package's distribution, and of its folder: with hyphens, as is usual."""
    return re.sub("_+", "-", package.strip("_")) or "client"


def distribution_version(version: str) -> str:
    """The document's version if Python's packages may have it, else one that tells it."""
    if _VERSION.fullmatch(version):
        return version
    words = re.findall("[a-z0-9]+", version[:_LOCAL].lower())
    return f"0.0.0+{'.'.join(words)}" if words else "0.0.0"


def moved(files: Mapping[str, bytes], package: str) -> dict[str, bytes]:
    """The files of a package, the README left out, by their paths in its distribution."""
    return {f"src/{package}/{path}": data for path, data in files.items() if path != README}


def _summary(title: str) -> str:
    line = printable(" ".join(f"A client for the event streams of {title}".split()))
    return line if len(line) <= _SUMMARY else f"{line[: _SUMMARY - 3]}..."
