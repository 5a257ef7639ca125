"""README.md says what the command says."""

from __future__ import annotations

import os
import subprocess

from .packages import COMMAND, ROOT


def shown(*arguments: str) -> str:
    """A call of the command and what it prints, as README shows it."""
    result = subprocess.run(
        [COMMAND, *arguments],
        env={**os.environ, "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=True,
    )
    return f"$ asyncapi-sse-gen {' '.join(arguments)}\n{result.stdout}"


def test_the_help_in_the_readme_is_that_of_the_command() -> None:
    expected = "\n".join([shown("--help"), shown("build", "--help")])
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    _, _, rest = readme.partition("<!-- help -->\n")
    block, end, _ = rest.partition("<!-- /help -->")
    assert end
    assert block.strip() == f"```text\n{expected}```"
