"""The order of the stages.

The stages are imported by the functions that come to them: so a build that has nothing to do, or a
document with errors, doesn't wait for libraries that it never uses.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from . import output
from .diagnostics import DocumentError, Place, Report
from .generator import VERSION, last_change
from .references import References, digests_of

if TYPE_CHECKING:
    from .intermediate import Api


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the user decides about a package."""

    name: str = ""
    """The name of the import package; chosen from the document if empty."""
    tests: bool = True
    """Whether the package gets tests of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """A package that is rendered and not written."""

    name: str
    files: Mapping[str, bytes]
    provenance: output.Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """A package that is on the disk."""

    folder: Path
    has_changed: bool


def inspect(document: Path, report: Report) -> str:
    """The intermediate model of a document as JSON; raises DocumentError if it has errors."""
    from .inspection import inspect_api

    return inspect_api(_interpret(References(document, report, str(document)), report))


def validate(document: Path, report: Report) -> None:
    """Report all that is to be said of a document, its examples included.

    Raises DocumentError if it has errors.
    """
    from .examples import check_examples
    from .naming import choose_names
    from .packages import package_name

    api = _interpret(References(document, report, str(document)), report)
    stem = _stem(document)
    choose_names(api, package_name(stem, api), stem, report)
    check_examples(api, report)


def render(document: Path, options: Options, report: Report) -> Package:
    """Render the package of a document; raises DocumentError if the document has errors."""
    from .naming import choose_names
    from .packages import package_name

    references = References(document, report, str(document))
    api = _interpret(references, report)
    stem = _stem(document)
    name = options.name or package_name(stem, api)
    names = choose_names(api, name, stem, report)
    if report.has_errors:
        raise DocumentError("the document has errors")

    from .formatting import format_files
    from .models import render_models
    from .rendering import render

    files = render(api, names, render_models(api.definitions, names), options.tests)
    provenance = _provenance(references.digests, options)
    return Package(name=name, files=format_files(files), provenance=provenance)


def build(
    document: Path,
    folder: Path,
    options: Options,
    report: Report,
    origins: dict[Path, Path],
    *,
    force: bool = False,
) -> Built:
    """Write the package of a document into `folder`; raises DocumentError if that can't be done.

    Nothing is rendered if the package there was built from the same document and options by this
    generator, and nobody has touched it since. `origins` remembers which document each package
    came from, so that no other one of the same run replaces it.
    """
    current = None if force else _current(document, folder, options)
    if current is not None:
        _claim(current, document, origins, report)
        return Built(folder=current, has_changed=False)
    package = render(document, options, report)
    target = folder / package.name
    _claim(target, document, origins, report)
    has_changed = output.write(package.files, target, package.provenance, report, force=force)
    return Built(folder=target, has_changed=has_changed)


def check(document: Path, folder: Path, options: Options, report: Report) -> tuple[Path, str]:
    """The package in `folder` that is the document's, and a diff to what it should be.

    The diff is empty if there is none; each difference is an error of the report as well. Raises
    DocumentError if the document has errors.
    """
    package = render(document, options, report)
    target = folder / package.name
    return target, output.compare(package.files, target, package.provenance, report)


def _interpret(references: References, report: Report) -> Api:
    from .interpretation import interpret

    api = interpret(references, report)
    if api is None or report.has_errors:
        raise DocumentError("the document has errors")
    return api


def _claim(target: Path, document: Path, origins: dict[Path, Path], report: Report) -> None:
    origin = origins.setdefault(target, document)
    if origin != document:
        message = f"the package `{target.name}` was just built from {origin}"
        help = "build one of the two under another name, by `--name`"
        raise report.fatal("same-package", message, Place(path=str(document)), help=help)


def _current(document: Path, folder: Path, options: Options) -> Path | None:
    """The package in `folder` that is what a build of the document would write, if there is one."""
    name = Path(os.path.realpath(document)).name
    for package, manifest in output.manifests(folder):
        documents = list(manifest.provenance.documents)
        if documents[:1] != [name] or options.name not in ("", package.name):
            continue
        with suppress(DocumentError):
            provenance = _provenance(digests_of(document, documents), options)
            if output.is_current(package, provenance, since=last_change()):
                return package
    return None


def _provenance(digests: Mapping[str, str], options: Options) -> output.Provenance:
    chosen: dict[str, str | bool] = {"tests": options.tests}
    if options.name:
        chosen["name"] = options.name
    return output.Provenance(generator=VERSION, documents=digests, options=chosen)


def _stem(document: Path) -> str:
    """The name of the document's file; of the file itself where a link leads to it."""
    return Path(os.path.realpath(document)).stem
