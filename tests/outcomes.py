"""What comes of a case: the expected files beside its document are compared with this.

A case is a folder of `cases/`. Its `document.yml` begins with a comment that says what it shows.
Always expected are `diagnostics.txt`, as `validate` prints them, and `model.json`, as `inspect`
prints it; each is absent where it would be empty. A file of the generated package is expected where
the folder holds one of its name.
"""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

from asyncapi_sse_gen.cli.commands import commands
from asyncapi_sse_gen.diagnostics import Report

from .rendering import render_package

CASES = Path(__file__).parent / "cases"
DOCUMENT = "document.yml"


def folders() -> list[Path]:
    """The folders of all cases."""
    return sorted(document.parent for document in CASES.glob(f"*/{DOCUMENT}"))


def expected(folder: Path) -> dict[str, str]:
    """What is expected of a case, by file name."""
    return {
        path.name: path.read_text(encoding="utf-8")
        for path in folder.iterdir()
        if path.suffix in (".py", ".txt", ".md") or path.name == "model.json"
    }


def outcome(folder: Path) -> dict[str, str]:
    """What comes of a case, by the name of the file that is to hold it."""
    wanted = expected(folder)
    with contextlib.chdir(folder):
        _, _, diagnostics = run("validate", DOCUMENT)
        status, model, _ = run("inspect", DOCUMENT)
        found = {"diagnostics.txt": diagnostics, "model.json": model}
        if status == 0 and wanted.keys() - found.keys():
            files = render_package(Path(DOCUMENT), Report(), tests=False)
            found |= {name: files[name] for name in wanted.keys() & files.keys() - found.keys()}
    return {name: text for name, text in found.items() if text}


def run(*arguments: str) -> tuple[int, str, str]:
    """Run the command in this process: its exit status, stdout and stderr."""
    stdout, stderr = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
        status = commands.main(list(arguments), standalone_mode=False)
    return status, stdout.getvalue(), stderr.getvalue()
