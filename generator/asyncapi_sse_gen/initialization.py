"""The first configuration: a table that names the documents which are there."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from .configuration import NAME, read_table
from .diagnostics import DocumentError, Place, Report
from .discovery import documents_at
from .settings import DEFAULT_OUTPUT
from .toml_text import toml_array, toml_string

_HELP = f"add a table `[tool.{NAME}]` by hand"


def initialize(path: Path, report: Report) -> str:
    """Write the table at the end of a pyproject.toml, made if need be; says what was done.

    Nothing else of the file changes. Raises DocumentError if there is a table already, or nothing
    to put into one.
    """
    table = read_table(path, report)
    if table is not None:
        message = "there is a configuration already"
        raise report.fatal("existing-configuration", message, table.place(), help="edit that one")
    documents = [document.as_posix() for document in documents_at(path.parent)]
    if not documents:
        message = "there is no AsyncAPI document here, nor in a folder below"
        raise report.fatal("no-documents", message, Place(path=str(path.parent)), help=_HELP)
    try:
        _append(path, _table(documents))
    except (OSError, ValueError) as error:
        raise _failure(path, str(error), report) from error
    return f"wrote {path}: {len(documents)} {'documents' if len(documents) > 1 else 'document'}\n"


def _table(documents: list[str]) -> str:
    output = toml_string(DEFAULT_OUTPUT.as_posix())
    return f"[tool.{NAME}]\ndocuments = {toml_array(documents)}\noutput = {output}\n"


def _append(path: Path, table: str) -> None:
    """Put the file with the table in the place of the one without, in one step.

    Raises ValueError if the former isn't TOML, as when the latter isn't.
    """
    import tomllib

    target = Path(os.path.realpath(path))
    before = target.read_bytes().decode() if target.exists() else ""
    break_ = "\r\n" if "\r\n" in before else "\n"
    gap = break_ * (0 if not before else 1 if before.endswith("\n") else 2)
    after = before + gap + table.replace("\n", break_)
    tomllib.loads(after)
    new = target.with_name(f".{target.name}.{NAME}")
    try:
        new.write_bytes(after.encode())
        if target.exists():
            shutil.copymode(target, new)
        os.replace(new, target)
    finally:
        new.unlink(missing_ok=True)


def _failure(path: Path, reason: str, report: Report) -> DocumentError:
    message = f"the configuration can't be added: {reason}"
    return report.fatal("unusable-configuration", message, Place(path=str(path)), help=_HELP)
