"""The command line: the only module that prints or exits."""

from __future__ import annotations

import io
import keyword
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from . import build as stages
from .diagnostics import Diagnostic, DocumentError, Place, Report
from .generator import VERSION
from .presentation import STYLES
from .printable import printable

PROGRAM = "asyncapi-sse-gen"

Act = Callable[[Path, Report], str]
"""What a command does with a document: the text it gives, for stdout."""

_documents = click.argument(
    "documents", metavar="SPEC...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
_diagnostics = click.option(
    "--diagnostics",
    "style",
    type=click.Choice(list(STYLES)),
    default="full",
    show_default=True,
    help="How to print diagnostics.",
)


def main() -> None:
    """Run the command and exit: 0 done, 1 errors or differences, 2 wrong use, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = commands.main(prog_name=PROGRAM, standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        status = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        status = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # For the flush at exit.
        status = 1
    sys.exit(status)


@click.group()
@click.version_option(VERSION, message="%(prog)s %(version)s")
def commands() -> None:
    """Turn AsyncAPI 2.6 documents of HTTP event streams into small Python clients."""


def _identifier(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    """The value of `--name`, which becomes the name of a folder and of a module."""
    if value and not (value.isascii() and value.isidentifier() and not keyword.iskeyword(value)):
        raise click.BadParameter("it is no name that a Python package can have")
    return value


@commands.command()
@_documents
@click.option(
    "-o",
    "--output",
    "folder",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("generated"),
    show_default=True,
    help="The folder that the package is written into.",
)
@click.option("--name", default="", callback=_identifier, help="The name of the package.")
@click.option("--no-tests", is_flag=True, help="Leave out the package's own tests.")
@click.option("--check", is_flag=True, help="Write nothing; fail if a build would change anything.")
@click.option("--force", is_flag=True, help="Build anew, files that were edited by hand included.")
@_diagnostics
def build(
    documents: tuple[Path, ...],
    folder: Path,
    name: str,
    no_tests: bool,
    check: bool,
    force: bool,
    style: str,
) -> int:
    """Build a Python package from each SPEC."""
    if name and len(documents) > 1:
        raise click.UsageError("--name names one package: give one SPEC.")
    options = stages.Options(name=name, tests=not no_tests)
    origins: dict[Path, Path] = {}

    def build_one(document: Path, report: Report) -> str:
        if check:
            target, difference = stages.check(document, folder, options, report)
            return difference or ("" if report.has_errors else f"{_shown(target)} is up to date\n")
        built = stages.build(document, folder, options, report, origins, force=force)
        shown = _shown(built.folder)
        return f"built {shown}\n" if built.has_changed else f"{shown} is up to date\n"

    return _for_each(documents, style, build_one)


@commands.command()
@_documents
@_diagnostics
def validate(documents: tuple[Path, ...], style: str) -> int:
    """Report all that is to be said of each SPEC, and build nothing."""

    def validate_one(document: Path, report: Report) -> str:
        stages.validate(document, report)
        return f"{_shown(document)} is valid\n"

    return _for_each(documents, style, validate_one)


@commands.command()
@click.argument("document", metavar="SPEC", type=click.Path(path_type=Path))
@click.option("--format", type=click.Choice(["json"]), default="json", show_default=True)
@_diagnostics
def inspect(document: Path, style: str, **_: str) -> int:
    """Print the intermediate model: what SPEC says, as it is understood."""
    return _for_each([document], style, stages.inspect)


def _for_each(documents: Iterable[Path], style: str, act: Act) -> int:
    """Do something with each document, whatever becomes of the others; the exit status."""
    found: list[Diagnostic] = []
    for document in documents:
        report = Report()
        text = ""
        try:
            text = act(document, report)
        except DocumentError:
            pass  # The report says why.
        except Exception as error:
            report.error(
                "internal-error",
                f"{type(error).__name__}: {error}",
                Place(path=str(document)),
                help=f"this is a fault of {PROGRAM}; please report it together with the document",
            )
        click.echo(text, nl=False)
        found += report
    click.echo(STYLES[style](found), err=True, nl=False)
    return int(any(diagnostic.severity == "error" for diagnostic in found))


def _shown(path: Path) -> str:
    return printable(str(path))
