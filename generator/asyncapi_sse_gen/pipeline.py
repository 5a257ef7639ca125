"""The order of the stages, for one document.

The stages are imported by the functions that come to them: so a build that has nothing to do, or a
document with errors, doesn't wait for libraries that it never uses.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from . import output
from .diagnostics import DocumentError, Report
from .generator import VERSION
from .references import References
from .settings import Job, Options

if TYPE_CHECKING:
    from .intermediate import Api
    from .naming import Names


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """A package that is rendered and not written."""

    folder: Path
    files: Mapping[str, bytes]
    provenance: output.Provenance


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


def render(job: Job, report: Report) -> Package:
    """Render the package of a document; raises DocumentError if the document has errors."""
    from .distribution import distribution_name
    from .naming import choose_names
    from .packages import package_name

    document, options = job.document, job.options
    references = References(document, report, str(document))
    api = _interpret(references, report)
    stem = _stem(document)
    name = options.name or package_name(stem, api)
    names = choose_names(api, name, stem, report)
    if report.has_errors:
        raise DocumentError("the document has errors")

    return Package(
        folder=job.folder / (distribution_name(name) if options.distribution else name),
        files=_files(api, name, names, options, report),
        provenance=provenance(references.digests, options),
    )


def provenance(digests: Mapping[str, str], options: Options) -> output.Provenance:
    """What a package comes from, given the digests of its document's files."""
    chosen: dict[str, str | bool] = {"tests": options.tests}
    if options.name:
        chosen["name"] = options.name
    if options.distribution:
        chosen["distribution"] = True
    if options.templates:
        chosen["templates"] = options.templates.digest
    return output.Provenance(generator=VERSION, documents=digests, options=chosen)


def _files(api: Api, name: str, names: Names, options: Options, report: Report) -> dict[str, bytes]:
    """The files of a package, complete."""
    from .custom_templates import TemplateError
    from .distribution import README, describe, moved
    from .formatting import UnfitFileError, format_files
    from .models import render_models
    from .rendering import render, render_distribution

    custom = options.templates
    models = render_models(api.definitions, names)
    try:
        files = format_files(render(api, names, models, options.tests, custom))
        if options.distribution:
            distribution = describe(api, name, files[README].decode())
            beside = format_files(render_distribution(distribution, api, custom))
            files = {**beside, **moved(files, name)}
    except TemplateError as error:
        raise report.fatal("template-error", str(error), error.place) from error
    except UnfitFileError as error:
        place = custom.origin_of(error.path) if custom else None
        if place is None:
            raise
        raise report.fatal("template-error", str(error), place) from error
    return files


def _interpret(references: References, report: Report) -> Api:
    from .interpretation import interpret

    api = interpret(references, report)
    if api is None or report.has_errors:
        raise DocumentError("the document has errors")
    return api


def _stem(document: Path) -> str:
    """The name of the document's file; of the file itself where a link leads to it."""
    return Path(os.path.realpath(document)).stem
