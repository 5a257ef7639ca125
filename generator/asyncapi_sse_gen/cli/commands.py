"""The commands, their arguments and their options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from asyncapi_sse_gen.configuration import FILE
from asyncapi_sse_gen.diagnostics import Diagnostic, Report
from asyncapi_sse_gen.generator import VERSION
from asyncapi_sse_gen.presentation import STYLES
from asyncapi_sse_gen.settings import DEFAULT_OUTPUT, Settings, is_package_name

from .interruption import INTERRUPTION
from .terminal import Progress, asking, print_build, print_diagnostics, print_summary, shown

# What can't be read is a diagnostic, as what isn't there: no wrong use.
_PATH = click.Path(readable=False, path_type=Path)
_documents = click.argument("documents", metavar="[SPEC]...", nargs=-1, type=_PATH)
_diagnostics = click.option(
    "--diagnostics",
    "style",
    type=click.Choice(list(STYLES)),
    default="full",
    show_default=True,
    help="How to print diagnostics.",
)


@click.group()
@click.version_option(VERSION, message="%(prog)s %(version)s")
def commands() -> None:
    """Turn AsyncAPI 2.6 documents of HTTP event streams into small Python clients.

    A SPEC is a document, a folder of documents, or a quoted pattern. Without any, the documents are
    those that [tool.asyncapi-sse-gen] names in pyproject.toml, here or in a folder above.
    """


def _package_name(
    _context: click.Context, _parameter: click.Parameter, value: str | None
) -> str | None:
    """The value of `--name`, which becomes the name of a folder and of a module."""
    if value is not None and not is_package_name(value):
        raise click.BadParameter("it is no name that a Python package can have")
    return value


@commands.command()
@_documents
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=click.Path(file_okay=False, readable=False, path_type=Path),
    show_default=str(DEFAULT_OUTPUT),
    help="The folder that packages are written into.",
)
@click.option("--name", callback=_package_name, help="The name of the package.")
@click.option(
    "--tests/--no-tests",
    default=None,
    show_default="tests",
    help="Whether packages get tests of their own.",
)
@click.option(
    "--distribution/--no-distribution",
    default=None,
    help="Whether packages are wrapped as distributions, to be installed.",
)
@click.option(
    "--templates",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Templates that take the place of the generator's own.",
)
@click.option("--check", is_flag=True, help="Write nothing; fail if a build would change anything.")
@click.option("--force", is_flag=True, help="Build anew, files that were edited by hand included.")
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(min=1),
    show_default="one for each processor",
    help="How many processes work at once.",
)
@_diagnostics
def build(
    documents: tuple[Path, ...],
    check: bool,
    force: bool,
    jobs: int | None,
    style: str,
    **said: Any,
) -> int:
    """Build a Python package from each SPEC."""
    from asyncapi_sse_gen.builds import do_builds, processors
    from asyncapi_sse_gen.planning import plan_builds

    report = Report()
    with asking(report, style):
        plan = plan_builds(documents, Settings(**said), report)
    found = list(report)
    outcomes: Counter[str] = Counter()
    builds = do_builds(plan, check=check, force=force, processes=jobs or processors())
    with closing(builds), Progress([job.document for job in plan]) as progress:
        for result in builds:
            progress.hide()
            print_build(result)
            found += result.diagnostics
            outcomes[result.outcome] += 1
            if outcomes.total() < len(plan):
                INTERRUPTION.check()
                progress.show(outcomes.total())
    status = print_diagnostics(found, style)
    print_summary(outcomes, style)
    return status


@commands.command()
@_documents
@_diagnostics
def validate(documents: tuple[Path, ...], style: str) -> int:
    """Report all that is to be said of each SPEC, and build nothing."""
    from asyncapi_sse_gen import pipeline
    from asyncapi_sse_gen.selection import select_documents

    def validate_one(document: Path, report: Report) -> str:
        pipeline.validate(document, report)
        return f"{shown(document)} is valid\n"

    report = Report()
    with asking(report, style):
        selected = select_documents(documents, report)
    return _for_each(
        dict.fromkeys(document for document, _ in selected), style, validate_one, report
    )


@commands.command()
@click.argument("document", metavar="SPEC", type=_PATH)
@click.option("--format", type=click.Choice(["json"]), default="json", show_default=True)
@_diagnostics
def inspect(document: Path, style: str, **_: str) -> int:
    """Print what SPEC says, as it is understood."""
    from asyncapi_sse_gen import pipeline

    return _for_each([document], style, pipeline.inspect)


@commands.command()
@_diagnostics
def init(style: str) -> int:
    """Write a configuration for the documents found here.

    It becomes a table of pyproject.toml, the rest of which stays as it is.
    """
    from asyncapi_sse_gen.initialization import initialize

    return _for_each([Path(FILE)], style, initialize)


def _for_each(
    paths: Iterable[Path],
    style: str,
    act: Callable[[Path, Report], str],
    found: Iterable[Diagnostic] = (),
) -> int:
    """Print the text that is made of each file, whatever becomes of the others."""
    from asyncapi_sse_gen.faults import reported

    all_found = list(found)
    for path in paths:
        report = Report()
        text = ""
        with reported(path, report):
            text = act(path, report)
        click.echo(text, nl=False)
        all_found += report
    return print_diagnostics(all_found, style)
