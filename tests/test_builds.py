"""Many documents at once, and the Python interface, which is how they are tried here."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from asyncapi_sse_gen import Build, Diagnostic, Result, build

from .documents import CHAT
from .packages import COMMAND

BROKEN = CHAT.replace("messages/Chunk", "messages/Chunks")


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with three documents, the second of which has an error."""
    (tmp_path / "specs").mkdir()
    for name, text in (("a", CHAT), ("b", BROKEN), ("c", CHAT)):
        (tmp_path / "specs" / f"{name}-asyncapi.yml").write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def outcomes(result: Result) -> list[tuple[str, str]]:
    return [(build.document.name[0], build.outcome) for build in result.builds]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([COMMAND, *arguments], capture_output=True, text=True, timeout=120)


def files(folder: str) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in Path(folder).rglob("*")
        if path.is_file()
    }


# ----------------------------------------------------------------------------- the Python interface


def test_the_result_tells_all_and_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    result = build("specs", tests=False)
    assert outcomes(result) == [("a", "built"), ("b", "failed"), ("c", "built")]
    assert not result.ok
    first, second, _ = result.builds
    assert first == Build(
        document=Path("specs/a-asyncapi.yml"), outcome="built", package=Path("generated/a_sse")
    )
    (diagnostic,) = second.diagnostics
    assert result.diagnostics == (diagnostic,)
    assert isinstance(diagnostic, Diagnostic)
    assert (diagnostic.code, diagnostic.place.path) == (
        "unresolved-reference",
        "specs/b-asyncapi.yml",
    )
    assert capfd.readouterr() == ("", "")


def test_a_package_is_built_checked_and_built_anew() -> None:
    def a(*, check: bool = False, force: bool = False, tests: bool | None = None) -> Build:
        document = "specs/a-asyncapi.yml"
        (built,) = build(document, output="out", tests=tests, check=check, force=force).builds
        return built

    assert a(check=True).outcome == "outdated"
    assert a().outcome == "built"
    assert a().outcome == "unchanged"
    assert a(check=True).outcome == "unchanged"
    client = Path("out/a_sse/client.py")
    client.write_text("edited\n")
    checked = a(check=True)
    assert checked.outcome == "outdated"
    assert "-edited\n" in checked.difference
    assert a().outcome == "failed"
    assert client.read_text() == "edited\n"
    assert a(force=True).outcome == "built"
    assert a(tests=False).outcome == "built"


def test_the_configuration_says_what_nobody_else_does() -> None:
    Path("pyproject.toml").write_text(
        "[tool.asyncapi-sse-gen]\ndocuments = ['specs/a*']\ntests = false\noutput = 'clients'\n"
    )
    assert [it.package for it in build().builds] == [Path("clients/a_sse")]
    assert not Path("clients/a_sse/tests").exists()
    assert build(output="here", name="own").builds[0].package == Path("here/own")
    Path("pyproject.toml").write_text("[tool.asyncapi-sse-gen]\ndocument = []\n")
    result = build("specs/a-asyncapi.yml")
    assert (result.ok, result.builds) == (False, ())
    assert [diagnostic.code for diagnostic in result.diagnostics] == ["unknown-setting"]


def test_wrong_use_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="no SPEC"):
        build()
    with pytest.raises(ValueError, match="several documents"):
        build("specs", name="x")
    with pytest.raises(ValueError, match="no name"):
        build("specs/a-asyncapi.yml", name="a-b")
    with pytest.raises(ValueError, match="jobs"):
        build("specs/a-asyncapi.yml", jobs=0)


def test_to_import_the_package_is_cheap() -> None:
    program = "import asyncapi_sse_gen, sys; print(*sys.modules); asyncapi_sse_gen.build; "
    program += "print(*sys.modules)"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    imported, used = (set(line.split()) for line in result.stdout.splitlines())
    heavy = {"black", "jinja2", "datamodel_code_generator", "pydantic", "click", "multiprocessing"}
    assert not heavy & used, result.stderr
    assert not {"yaml", "json", "dataclasses"} & imported


# ---------------------------------------------------------------------------------- many at once


def test_several_processes_build_the_same_in_the_same_order() -> None:
    assert outcomes(build("specs", output="one")) == outcomes(build("specs", output="two", jobs=2))
    assert files("one") == files("two")
    checked = build("specs", output="two", jobs=3, check=True)
    assert outcomes(checked) == [("a", "unchanged"), ("b", "failed"), ("c", "unchanged")]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_failed_document_is_not_the_end(jobs: str) -> None:
    result = run("build", "specs", "--jobs", jobs, "--diagnostics", "concise")
    assert result.returncode == 1
    assert result.stdout == "built generated/a_sse\nbuilt generated/c_sse\n"
    *diagnostics, summary = result.stderr.splitlines()
    assert [line.split(":")[0] for line in diagnostics] == ["specs/b-asyncapi.yml"]
    assert summary == "2 built, 1 failed"
    result = run("build", "specs/[ac]*", "--jobs", jobs)
    assert (result.returncode, result.stderr) == (0, "2 up to date\n")
    assert run("build", "specs/[ac]*", "--diagnostics", "json").stderr == "[]\n"
    assert run("build", "specs/a-asyncapi.yml").stderr == ""


def test_two_documents_for_one_package_are_refused_whoever_renders_them() -> None:
    (Path("specs") / "a.yml").write_text(CHAT)
    for jobs, outcome in ((2, "built"), (1, "unchanged")):
        result = build("specs/a-asyncapi.yml", "specs/a.yml", jobs=jobs)
        assert outcomes(result) == [("a", outcome), ("a", "failed")]
        assert [diagnostic.code for diagnostic in result.diagnostics] == ["same-package"]


KILLING = """\
import os, signal, sys
from pathlib import Path
from asyncapi_sse_gen import build, pipeline

def render(job, report, original=pipeline.render):
    if job.document.name.startswith("b"):
        os.kill(os.getpid(), signal.SIGKILL)
    return original(job, report)

pipeline.render = render  # In the processes too: each of them runs this program's top.

if __name__ == "__main__":
    for build in build("specs", jobs=2).builds:
        print(build.document.name[0], build.outcome, *(it.code for it in build.diagnostics))
"""


def test_a_killed_process_fails_its_own_document_only() -> None:
    Path("program.py").write_text(KILLING)
    result = subprocess.run(
        [sys.executable, "program.py"], capture_output=True, text=True, timeout=60
    )
    assert result.stdout == "a built\nb failed internal-error\nc built\n", result.stderr


STALLING = """\
import sys, time
from pathlib import Path
from asyncapi_sse_gen import pipeline

def render(job, report, original=pipeline.render):
    if job.document.name.startswith("c"):
        Path("stalled").touch()
        time.sleep(60)
    return original(job, report)

pipeline.render = render

if __name__ == "__main__":
    from asyncapi_sse_gen.cli import main
    sys.argv[1:] = ["build", "specs", "--jobs", "2"]
    main()
"""


@pytest.mark.parametrize("is_for_all", [False, True])
def test_ctrl_c_ends_all_processes(is_for_all: bool) -> None:
    """A terminal interrupts the whole group of processes, `kill` a single one."""
    Path("program.py").write_text(STALLING)
    with subprocess.Popen(
        [sys.executable, "program.py"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "built generated/a_sse\n"
        wait_for(Path("stalled").exists)
        send = os.killpg if is_for_all else os.kill
        send(process.pid, signal.SIGINT)
        started = time.monotonic()
        _, stderr = process.communicate(timeout=30)
    assert process.returncode == 130
    assert stderr.strip() == ""
    assert time.monotonic() - started < 20
    wait_for(lambda: not is_alive(process.pid))
    assert [path.name for path in Path("generated").iterdir()] == ["a_sse"]


SWALLOWING = """\
import signal, sys
from contextlib import suppress
from asyncapi_sse_gen import output
from asyncapi_sse_gen.cli import main

def write(*arguments, original=output.write, **options):
    has_changed = original(*arguments, **options)
    with suppress(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    return has_changed

output.write = write
sys.argv[1:] = ["build", "specs", "--jobs", "1"]
main()
"""
"""Ctrl-C comes when the package is complete, and is lost in some `except:`."""


def test_ctrl_c_that_comes_too_late_for_one_package_comes_in_time_for_the_next() -> None:
    result = subprocess.run([sys.executable, "-c", SWALLOWING], capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (130, "built generated/a_sse\n")
    assert sorted(path.name for path in Path("generated").iterdir()) == ["a_sse"]


def is_alive(group: int) -> bool:
    """Whether any process of the group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until something is true."""
    for _ in range(600):
        if condition():
            return
        time.sleep(0.05)
    raise TimeoutError


def test_progress_is_for_terminals_only() -> None:
    parent, terminal = pty.openpty()
    process = subprocess.Popen(
        [COMMAND, "build", "specs", "--diagnostics", "concise"],
        stdout=subprocess.PIPE,
        stderr=terminal,
        env={**os.environ, "COLUMNS": "30"},
    )
    os.close(terminal)
    shown = b""
    while True:
        try:
            data = os.read(parent, 4096)
        except OSError:  # How Linux says that nobody has the terminal any more.
            break
        if not data:
            break
        shown += data
    os.close(parent)
    stdout, _ = process.communicate(timeout=30)
    assert stdout == b"built generated/a_sse\nbuilt generated/c_sse\n"
    lines = shown.decode().replace("\r\n", "\n").split("\r\x1b[K")
    assert "[0/3] specs/a-asyncapi.yml" in lines
    assert "[2/3] specs/c-asyncapi.yml" in lines
    assert lines[-1].startswith("specs/b-asyncapi.yml:")
    assert lines[-1].endswith("2 built, 1 failed\n")
