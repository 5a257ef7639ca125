"""`--distribution`: a package that can be installed."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from asyncapi_sse_gen import build
from asyncapi_sse_gen.distribution import distribution_name, distribution_version

from .documents import CHAT
from .packages import ROOT, isolated_environment

HOSTILE = CHAT.replace(
    "title: Chat", 'title: "A \\"title\\"\\n[project]\\nname = \\u202e\\\\x\\x00 😀"'
)
"""A document whose title holds what means something to TOML, or to a terminal."""

FOLDER = Path("generated/chat-sse")


@pytest.fixture
def document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    document = Path("chat-asyncapi.yml")
    document.write_text(CHAT)
    return document


def has_setuptools() -> bool:
    """Whether wheels can be made without fetching setuptools first."""
    return (
        find_spec("setuptools") is not None
        and (find_spec("setuptools.command.bdist_wheel") or find_spec("wheel")) is not None
    )


can_build = pytest.mark.skipif(
    not has_setuptools(), reason="setuptools, which makes the archives, isn't installed"
)


def built(document: Path) -> Path:
    """The distribution's folder."""
    result = build(document, distribution=True)
    assert result.ok, result.diagnostics
    assert [build.package for build in result.builds] == [FOLDER]
    return FOLDER


def configured(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_package_stands_below_src_with_the_readme_beside_it(document: Path) -> None:
    folder = built(document)
    assert build(document, distribution=True).builds[0].outcome == "unchanged"
    assert sorted(path.name for path in folder.iterdir()) == [
        ".asyncapi-sse-gen.json",
        "README.md",
        "pyproject.toml",
        "src",
    ]
    (package,) = (folder / "src").iterdir()
    assert package.name == "chat_sse"
    vendored = build(document, output="vendored").builds[0].package
    assert vendored
    for path in vendored.rglob("*.py"):
        assert (package / path.relative_to(vendored)).read_bytes() == path.read_bytes()
    assert (package / "py.typed").exists()
    assert not (package / "README.md").exists()
    readme = (folder / "README.md").read_text()
    assert readme.startswith((vendored / "README.md").read_text())
    assert "pip install ." in readme


def test_what_the_project_file_says(document: Path) -> None:
    project = configured(built(document))["project"]
    assert project["name"] == "chat-sse"
    assert project["version"] == "1.0.0"
    assert project["description"] == "A client for the event streams of Chat"
    assert project["readme"] == "README.md"
    assert [requirement.partition(">=")[0] for requirement in project["dependencies"]] == [
        "httpx2",
        "pydantic",
    ]


def test_the_lower_bounds_are_those_that_the_project_is_tested_with(document: Path) -> None:
    own = configured(ROOT)["project"]["optional-dependencies"]["dev"]
    for requirement in configured(built(document))["project"]["dependencies"]:
        assert requirement in own


def test_text_of_the_document_is_text_in_the_project_file(document: Path) -> None:
    document.write_text(HOSTILE)
    folder = built(document)
    assert set(configured(folder)) == {"build-system", "project", "tool"}
    project = configured(folder)["project"]
    assert project["name"] == "chat-sse"
    assert project["description"].isprintable()
    assert project["description"].startswith(
        'A client for the event streams of A "title" [project]'
    )
    lines = (folder / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize(
    ("stated", "version"),
    [
        ("1.2.3", "1.2.3"),
        ("2026.10", "2026.10"),
        ("v1", "v1"),
        ("1!2.0rc1.post2.dev3+local.1", "1!2.0rc1.post2.dev3+local.1"),
        ("1.0-beta", "1.0-beta"),
        ("2026-05-29", "0.0.0+2026.05.29"),
        ("1.0.0-rc.1 (draft)", "0.0.0+1.0.0.rc.1.draft"),
        ("latest", "0.0.0+latest"),
        ("1.0\n", "0.0.0+1.0"),
        ('"', "0.0.0"),
        ("Ⅷ", "0.0.0"),
        ("", "0.0.0"),
        ("9" * 5000, "0.0.0+" + "9" * 60),
    ],
)
def test_the_version_is_the_documents_or_tells_it(stated: str, version: str) -> None:
    assert distribution_version(stated) == version
    packaging = pytest.importorskip("packaging.version", reason="packaging isn't installed")
    assert packaging.Version(version)


@pytest.mark.parametrize(
    ("package", "name"), [("chat_sse", "chat-sse"), ("_a__b_", "a-b"), ("x", "x"), ("_", "client")]
)
def test_the_name_is_one_that_a_distribution_can_have(package: str, name: str) -> None:
    assert distribution_name(package) == name


@can_build
def test_pip_makes_a_wheel_that_works(document: Path, tmp_path: Path) -> None:
    document.write_text(HOSTILE)
    command = [sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps"]
    result = subprocess.run(
        [*command, "--no-index", "-w", tmp_path / "wheels", built(document)],
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr
    (wheel,) = (tmp_path / "wheels").iterdir()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    (info,) = (tmp_path / "installed").glob("*.dist-info")
    assert info.name == "chat_sse-1.0.0.dist-info"
    described = metadata.PathDistribution(info)
    assert described.metadata["Summary"].startswith("A client for the event streams of ")
    assert "\n# " in (info / "METADATA").read_text(encoding="utf-8")
    installed = {path.name for path in (tmp_path / "installed" / "chat_sse").iterdir()}
    assert {"__init__.py", "client.py", "py.typed"} <= installed
    assert "tests" not in installed
    subprocess.run(
        [sys.executable, "-c", "import chat_sse; print(chat_sse.__file__)"],
        cwd=tmp_path / "installed",
        env=isolated_environment(),
        check=True,
    )


@can_build
@pytest.mark.skipif(find_spec("build") is None, reason="build isn't installed")
def test_build_makes_both_archives(document: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "build", "--no-isolation", "--skip-dependency-check"]
    result = subprocess.run(
        [*command, "--outdir", tmp_path / "dist", built(document)], capture_output=True, text=True
    )
    assert result.returncode == 0, result.stdout + result.stderr
    names = sorted(path.name for path in (tmp_path / "dist").iterdir())
    assert names == ["chat_sse-1.0.0-py3-none-any.whl", "chat_sse-1.0.0.tar.gz"]
