"""Each case's document, and what must come of it; `python -m tests.accept` rewrites the latter."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .outcomes import CASES, DOCUMENT, expected, folders, outcome

COMMAND = Path(sys.executable).with_name("asyncapi-sse-gen")
AS_INSTALLED = ["chat-with-sentinel", "misspelt-reference", "relative-files", "websocket"]
"""Cases that the installed command is tried on, in a process of its own."""


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_what_comes_of_a_document_is_what_is_expected(folder: Path) -> None:
    assert outcome(folder) == expected(folder)


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_a_document_says_what_it_shows(folder: Path) -> None:
    first, _, _ = (folder / DOCUMENT).read_text(encoding="utf-8").partition("\n")
    assert first.startswith("# ") or folder.name == "title-above"


@pytest.mark.parametrize("name", AS_INSTALLED)
def test_the_installed_command_says_and_builds_the_same(name: str, tmp_path: Path) -> None:
    wanted = expected(CASES / name)
    is_built = "model.json" in wanted
    result = subprocess.run(
        [COMMAND, "build", DOCUMENT, "-o", tmp_path / "built"],
        cwd=CASES / name,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )
    assert result.stderr == wanted.get("diagnostics.txt", "")
    assert result.returncode == (0 if is_built else 1)
    assert (tmp_path / "built").exists() == is_built
