"""The hooks for pre-commit, run by the real program in a git repository of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from .documents import CHAT
from .packages import COMMAND, ROOT

pytestmark = [
    pytest.mark.skipif(find_spec("pre_commit") is None, reason="pre-commit isn't installed"),
    pytest.mark.skipif(shutil.which("git") is None, reason="git isn't installed"),
]

Run = Callable[..., "subprocess.CompletedProcess[str]"]

CONFIGURATION = """\
repos:
- repo: {hooks}
  rev: {revision}
  hooks:
  - {{id: {hook}, language: system}}
"""
"""`system` spares the hook an environment of its own, filled from the network."""


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a program in the repository, as nobody in particular."""
    (tmp_path / "home").mkdir()
    (tmp_path / "project").mkdir()
    environment = {
        "PATH": os.pathsep.join([str(COMMAND.parent), os.environ["PATH"]]),
        "HOME": str(tmp_path / "home"),
        "PRE_COMMIT_HOME": str(tmp_path / "home" / "pre-commit"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_COUNT": "2",
        "GIT_CONFIG_KEY_0": "user.name",
        "GIT_CONFIG_VALUE_0": "Nobody",
        "GIT_CONFIG_KEY_1": "user.email",
        "GIT_CONFIG_VALUE_1": "nobody@example.com",
    }

    def call(*command: str | Path, folder: str = "project") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=tmp_path / folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
        )

    return call


@pytest.fixture
def revision(run: Run, tmp_path: Path) -> str:
    """The commit of a repository that has the hooks."""
    (tmp_path / "hooks").mkdir()
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", tmp_path / "hooks")
    for command in ("init -q", "add -A", "commit -q -m hooks"):
        assert run("git", *command.split(), folder="hooks").returncode == 0
    return run("git", "rev-parse", "HEAD", folder="hooks").stdout.strip()


@pytest.fixture
def project(run: Run, revision: str, tmp_path: Path) -> Path:
    """A repository with a document, its package, and the hook that builds; all is committed."""
    project = tmp_path / "project"
    (project / "chat-asyncapi.yml").write_text(CHAT)
    use(project, "asyncapi-sse-gen", revision)
    assert run(COMMAND, "init").returncode == 0
    assert run(COMMAND, "build").returncode == 0
    assert run("git", "init", "-q").returncode == 0
    installed = run(sys.executable, "-m", "pre_commit", "install")
    assert installed.returncode == 0, installed.stdout
    assert commit(run).returncode == 0
    return project


def use(project: Path, hook: str, revision: str) -> None:
    text = CONFIGURATION.format(hooks=project.parent / "hooks", revision=revision, hook=hook)
    (project / ".pre-commit-config.yaml").write_text(text)


def commit(run: Run, *paths: str) -> subprocess.CompletedProcess[str]:
    """Commit all, or these files."""
    run("git", "add", *(paths or ["-A"]))
    return run("git", "commit", "-m", "x")


def test_a_changed_document_leads_to_new_files_and_a_failed_commit(run: Run, project: Path) -> None:
    (project / "chat-asyncapi.yml").write_text(CHAT.replace("text:", "content:"))
    result = commit(run)
    assert result.returncode == 1, result.stdout
    assert "built generated/chat_sse" in result.stdout
    assert "files were modified by this hook" in result.stdout
    assert "content:" in (project / "generated/chat_sse/models.py").read_text()
    result = commit(run)
    assert result.returncode == 0, result.stdout
    assert run("git", "status", "--porcelain").stdout == ""


def test_a_commit_without_a_change_of_ours_passes(run: Run, project: Path) -> None:
    (project / "notes.txt").write_text("of no document\n")
    result = commit(run)
    assert result.returncode == 0
    assert "Skipped" in result.stdout
    (project / "notes.md").write_text("of no document\n")
    result = commit(run)
    assert result.returncode == 0
    assert "Passed" in result.stdout


def test_an_edit_by_hand_fails_the_commit_and_stays(run: Run, project: Path) -> None:
    client = project / "generated/chat_sse/client.py"
    edited = client.read_text() + "# edited\n"
    client.write_text(edited)
    result = commit(run)
    assert result.returncode == 1
    assert "error[edited-file]" in result.stdout
    assert client.read_text() == edited


def test_the_check_fails_and_changes_nothing(run: Run, project: Path, revision: str) -> None:
    use(project, "asyncapi-sse-gen-check", revision)
    assert commit(run).returncode == 0
    (project / "chat-asyncapi.yml").write_text(CHAT.replace("text:", "content:"))
    result = commit(run)
    assert result.returncode == 1
    assert "error[outdated-file]" in result.stdout
    assert "files were modified" not in result.stdout
    assert "content:" not in (project / "generated/chat_sse/models.py").read_text()
