"""The same document gives the same bytes, and none of them can change unnoticed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from asyncapi_sse_gen import build
from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.output import MANIFEST, compare
from asyncapi_sse_gen.pipeline import render
from asyncapi_sse_gen.settings import Job, Options

from .documents import CHAT
from .packages import COMMAND, ROOT


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def run(document: str | Path, output: Path, folder: Path, **environment: str) -> dict[str, bytes]:
    """What the installed command writes, called in a folder."""
    result = subprocess.run(
        [COMMAND, "build", document, "-o", output],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    return contents(output)


def test_the_bytes_do_not_depend_on_the_surroundings(tmp_path: Path) -> None:
    """Ten runs, each with a hash seed of its own."""
    name = "centml-asyncapi.yml"
    document = (ROOT / "specs" / name).read_bytes()
    for folder in ("plain", "links", "carriage-returns", "deep/er"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "plain" / name).write_bytes(document)
    (tmp_path / "links" / name).symlink_to(tmp_path / "plain" / name)
    (tmp_path / "linked-folder").symlink_to("plain")
    (tmp_path / "carriage-returns" / name).write_bytes(document.replace(b"\n", b"\r\n"))
    path = tmp_path / "plain" / name
    variants: list[tuple[str | Path, str, dict[str, str]]] = [
        (path, ".", {}),
        (path, ".", {}),
        (path, "deep/er", {"TZ": "Asia/Tokyo"}),
        (name, "plain", {"TZ": "America/Lima"}),
        (f"plain/{name}", ".", {"LC_ALL": "C"}),
        (f"./deep/../plain/{name}", ".", {"LC_ALL": "tr_TR.UTF-8"}),
        (f"links/{name}", ".", {"LC_ALL": "C", "PYTHONUTF8": "0"}),
        (f"../../links/{name}", "deep/er", {"LC_ALL": "C.utf8"}),
        (f"linked-folder/{name}", ".", {"PYTHONOPTIMIZE": "2"}),
        (f"carriage-returns/{name}", ".", {"COLUMNS": "20", "NO_COLOR": "1"}),
    ]
    built = [
        run(document, tmp_path / f"out{seed}", tmp_path / folder, PYTHONHASHSEED=str(seed), **more)
        for seed, (document, folder, more) in enumerate(variants)
    ]
    for number, files in enumerate(built[1:], 1):
        assert files == built[0], variants[number]


def test_the_bytes_do_not_depend_on_the_release_of_black(tmp_path: Path) -> None:
    """The oldest that pyproject.toml allows gives what the installed one does."""
    allowed = re.search(r'"(black)>=([\d.]+),', (ROOT / "pyproject.toml").read_text())
    assert allowed
    oldest = f"{allowed[1]}=={allowed[2]}"
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--only-binary", ":all:"]
    installed = subprocess.run([*command, "-t", tmp_path / "oldest", oldest], capture_output=True)
    if installed.returncode:
        pytest.skip(f"{oldest} can't be installed here")
    specs = ROOT / "specs"
    usual = run(specs, tmp_path / "usual", tmp_path)
    path = str(tmp_path / "oldest")
    assert run(specs, tmp_path / "other", tmp_path, PYTHONPATH=path) == usual


@pytest.mark.parametrize("is_distribution", [False, True])
def test_no_changed_byte_of_any_file_is_missed(tmp_path: Path, is_distribution: bool) -> None:
    document = tmp_path / "chat-asyncapi.yml"
    document.write_text(CHAT)
    options = Options(distribution=is_distribution)
    package = render(Job(document=document, folder=tmp_path, options=options), Report())
    result = build(document, output=tmp_path, distribution=is_distribution)
    assert result.builds[0].package == package.folder

    def codes() -> list[str]:
        report = Report()
        compare(package.files, package.folder, package.provenance, report)
        return [diagnostic.code for diagnostic in report]

    assert codes() == []
    for path in [*package.files, MANIFEST]:
        target = package.folder / path
        data = target.read_bytes()
        for index in {0, len(data) // 2, len(data) - 1} if data else ():
            target.write_bytes(data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :])
            assert codes(), (path, index)
        target.write_bytes(data + b"\n")
        assert codes() == ["outdated-file"], path
        target.unlink()
        assert codes() == ["outdated-file"], path
        target.write_bytes(data)
    assert codes() == []


def test_check_says_what_was_changed_and_changes_nothing_back(tmp_path: Path) -> None:
    document = tmp_path / "chat-asyncapi.yml"
    document.write_text(CHAT)
    (built,) = build(document, output=tmp_path / "out").builds
    assert built.package
    client = built.package / "client.py"
    client.write_bytes(client.read_bytes().replace(b"def ", b"dEf ", 1))
    (built.package / "own.py").write_text("x = 1\n")
    before = contents(tmp_path)
    (checked,) = build(document, output=tmp_path / "out", check=True).builds
    assert checked.outcome == "outdated"
    assert "-    dEf " in checked.difference
    (diagnostic,) = checked.diagnostics
    assert (diagnostic.code, diagnostic.place.path) == ("outdated-file", str(client))
    assert contents(tmp_path) == before
