"""The Python interface: what the command can, without printing and exiting."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from .builds import Build, do_builds
from .diagnostics import Diagnostic, DocumentError, Report
from .planning import plan_builds
from .settings import Settings, is_package_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What came of a call of `build`."""

    builds: tuple[Build, ...]
    """One for each document, in order; none if the configuration has errors."""
    diagnostics: tuple[Diagnostic, ...]
    """All that is to be said: of the configuration, and then of each document."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong: every package is built, or is what it should be."""
        return not any(diagnostic.severity == "error" for diagnostic in self.diagnostics)


def build(
    *documents: str | PathLike[str],
    output: str | PathLike[str] | None = None,
    name: str | None = None,
    tests: bool | None = None,
    distribution: bool | None = None,
    templates: str | PathLike[str] | None = None,
    check: bool = False,
    force: bool = False,
    jobs: int = 1,
) -> Result:
    """Build a package from each document, as `asyncapi-sse-gen build` does.

    `documents` are files, folders and patterns; without any, the configuration says what to build.
    It is sought from the working directory upwards, and also says what the arguments that are None
    leave open. With `jobs` above 1 the calling program is imported by the processes it starts: its
    script needs the usual `if __name__ == "__main__":`.

    What is wrong with a document is a diagnostic of the result. Raises ValueError for arguments
    that can't be meant.
    """
    if name is not None and not is_package_name(name):
        raise ValueError(f"{name!r} is no name that a Python package can have")
    if jobs < 1:
        raise ValueError("jobs is less than 1")
    settings = Settings(
        output=None if output is None else Path(output),
        name=name,
        tests=tests,
        distribution=distribution,
        templates=None if templates is None else Path(templates),
    )
    report = Report()
    try:
        plan = plan_builds([Path(document) for document in documents], settings, report)
    except DocumentError:
        return Result(builds=(), diagnostics=tuple(report))
    builds = tuple(do_builds(plan, check=check, force=force, processes=jobs))
    found = [*report, *(diagnostic for build in builds for diagnostic in build.diagnostics)]
    return Result(builds=builds, diagnostics=tuple(dict.fromkeys(found)))
