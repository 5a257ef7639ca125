"""Doing the jobs, one after another or in several processes.

Only this process writes. Others render, which has no effects: so they can be stopped at any time,
and whatever happens, each package is all old or all new.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from . import output, pipeline
from .diagnostics import Diagnostic, Place, Report
from .faults import report_fault, reported
from .previous import PreviousBuilds
from .settings import Job

Outcome = Literal["built", "unchanged", "outdated", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """What came of a document."""

    document: Path
    outcome: Outcome
    """`built`: the package was written; `unchanged`: it was already what it should be; `outdated`:
    a check found that it isn't; `failed`: there is none, or it couldn't be written."""
    package: Path | None = None
    """The package's folder, as far as it is known."""
    difference: str = ""
    """Of an outdated package, a unified diff to what it should be."""
    diagnostics: tuple[Diagnostic, ...] = ()


_Rendered = tuple[pipeline.Package | None, Report]
"""A package, or none; the report says why."""


def processors() -> int:
    """How many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def do_builds(jobs: Sequence[Job], *, check: bool, force: bool, processes: int) -> Generator[Build]:
    """Build each document, or compare its package with what it should be; in the jobs' order.

    Nothing is rendered for a package that was built from the same document and options by this
    generator, and that nobody has touched since.
    """
    previous = PreviousBuilds()
    current = [None if check or force else previous.current(job) for job in jobs]
    pending = [job for job, folder in zip(jobs, current, strict=True) if folder is None]
    origins: dict[str, Job] = {}
    with closing(_render_all(pending, processes)) as rendered:
        for job, folder in zip(jobs, current, strict=True):
            if folder is None:
                yield _finish(job, *next(rendered), origins, check=check, force=force)
            else:
                yield _leave(job, folder, origins)


def _render_all(jobs: Sequence[Job], processes: int) -> Generator[_Rendered]:
    processes = min(processes, len(jobs))
    if processes > 1:
        from .parallel import answers

        yield from answers(_render, jobs, processes, lost=_lost)
    else:
        yield from map(_render, jobs)


def _render(job: Job) -> _Rendered:
    report, package = Report(), None
    with reported(job.document, report):
        package = pipeline.render(job, report)
    return package, report


def _lost(job: Job) -> _Rendered:
    report = Report()
    report_fault(job.document, "the process that rendered the package was killed", report)
    return None, report


def _finish(
    job: Job,
    package: pipeline.Package | None,
    report: Report,
    origins: dict[str, Job],
    *,
    check: bool,
    force: bool,
) -> Build:
    """Write what was rendered, or compare it."""
    folder = package.folder if package else None
    outcome: Outcome = "failed"
    difference = ""
    with reported(job.document, report):
        if package is not None:
            _claim(package.folder, job, origins, report)
            rendered = (package.files, package.folder, package.provenance, report)
            if check:
                difference = output.compare(*rendered)
                outcome = "outdated" if report.has_errors else "unchanged"
            else:
                outcome = "built" if output.write(*rendered, force=force) else "unchanged"
    return Build(
        document=job.document,
        outcome=outcome,
        package=folder,
        difference=difference,
        diagnostics=tuple(report),
    )


def _leave(job: Job, folder: Path, origins: dict[str, Job]) -> Build:
    """Leave a package as it is."""
    report = Report()
    with reported(job.document, report):
        _claim(folder, job, origins, report)
    return Build(
        document=job.document,
        outcome="failed" if report.has_errors else "unchanged",
        package=folder,
        diagnostics=tuple(report),
    )


def _claim(folder: Path, job: Job, origins: dict[str, Job], report: Report) -> None:
    """Keep the jobs of one run from replacing each other's packages."""
    origin = origins.setdefault(os.path.abspath(folder), job)
    if origin is not job:
        message = f"the package `{folder.name}` is that of {origin.document} already"
        help = "give one of the two another name, by `--name` or in the configuration"
        raise report.fatal("same-package", message, Place(path=str(job.document)), help=help)
