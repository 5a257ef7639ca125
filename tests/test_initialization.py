"""`init`: what it adds to pyproject.toml, and what it leaves alone."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from asyncapi_sse_gen.diagnostics import DocumentError, Report
from asyncapi_sse_gen.initialization import initialize
from asyncapi_sse_gen.planning import plan_builds
from asyncapi_sse_gen.settings import Settings

FILE = Path("pyproject.toml")
ODD = 'specs/an odd "näme"\\.yml'


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working directory with two documents."""
    monkeypatch.chdir(tmp_path)
    Path("specs").mkdir()
    for path in ("specs/a.yml", ODD):
        Path(path).write_text("asyncapi: 2.6.0\n")


def refused() -> list[tuple[str, int]]:
    """The code and the line of each error for which nothing is written."""
    before = FILE.read_bytes() if FILE.exists() else None
    report = Report()
    with pytest.raises(DocumentError):
        initialize(FILE, report)
    assert (FILE.read_bytes() if FILE.exists() else None) == before
    assert not list(Path().glob(".pyproject*"))
    return [(diagnostic.code, diagnostic.place.line) for diagnostic in report]


def test_a_new_file_names_the_documents() -> None:
    assert initialize(FILE, Report()) == "wrote pyproject.toml: 2 documents\n"
    assert FILE.read_text(encoding="utf-8") == """\
[tool.asyncapi-sse-gen]
documents = [
    "specs/a.yml",
    "specs/an odd \\"näme\\"\\\\.yml",
]
output = "generated"
"""
    jobs = plan_builds([], Settings(), Report())
    assert [str(job.document) for job in jobs] == ["specs/a.yml", ODD]


@pytest.mark.parametrize(
    "before", [b"[project]\nname='x'", b"# only\r\n[project]\r\nname = 'x'\r\n", b"\n", b""]
)
def test_what_the_file_holds_stays_byte_for_byte(before: bytes) -> None:
    FILE.write_bytes(before)
    FILE.chmod(0o640)
    initialize(FILE, Report())
    after = FILE.read_bytes()
    assert after.startswith(before)
    assert tomllib.loads(after.decode())["tool"]["asyncapi-sse-gen"]["output"] == "generated"
    assert (b"\r" in before) == (b"\r" in after)
    assert after.count(b"\r\n") in (0, after.count(b"\n"))
    assert FILE.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in Path().iterdir() if path.is_file()] == [FILE.name]


def test_a_linked_file_stays_a_link() -> None:
    Path("real.toml").write_text("[project]\n")
    FILE.symlink_to("real.toml")
    initialize(FILE, Report())
    assert FILE.is_symlink()
    assert "[tool.asyncapi-sse-gen]" in Path("real.toml").read_text()


def test_a_table_that_is_there_is_not_replaced() -> None:
    FILE.write_text("[project]\n\n[tool.asyncapi-sse-gen]\ntests = false\n")
    assert refused() == [("existing-configuration", 3)]


def test_a_file_that_can_not_take_the_table_is_left_alone() -> None:
    FILE.write_text("tool = {other = 1}\n")
    assert refused() == [("unusable-configuration", 1)]
    FILE.write_text("not TOML\n")
    assert refused() == [("unusable-configuration", 1)]
    FILE.write_bytes(b"# \xff\n")
    assert refused() == [("unusable-configuration", 1)]
    FILE.unlink()
    FILE.mkdir()
    with pytest.raises(DocumentError):
        initialize(FILE, Report())


def test_without_documents_there_is_nothing_to_write() -> None:
    for path in Path("specs").iterdir():
        path.unlink()
    assert refused() == [("no-documents", 1)]
