"""README.md says what the command says."""

from __future__ import annotations

import os
import subprocess
from textwrap import indent

from .packages import COMMAND, ROOT


def shown(*arguments: str) -> str:
    """What the command prints, as a block of Markdown."""
    result = subprocess.run(
        [COMMAND, *arguments],
        env={**os.environ, "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=True,
    )
    return indent(result.stdout, "    ")


def test_the_help_in_the_readme_is_that_of_the_command() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    _, _, rest = readme.partition("<!-- help -->")
    block, end, _ = rest.partition("<!-- /help -->")
    assert end
    assert block.strip("\n") == f"{shown('--help')}\n{shown('build', '--help')}".strip("\n")
