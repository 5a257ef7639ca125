"""The command as it is installed: what it says, where, and its exit status."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from .documents import CHAT

COMMAND = Path(sys.executable).with_name("asyncapi-sse-gen")
SPECS = Path(__file__).parent.parent / "specs"

Result = subprocess.CompletedProcess[str]
Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs the command in an empty folder."""

    def call(*arguments: str | Path, **environment: str) -> Result:
        return subprocess.run(
            [COMMAND, *arguments],
            cwd=tmp_path,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
        )

    return call


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """A document that has no faults."""
    path = tmp_path / "chat-asyncapi.yml"
    path.write_text(CHAT)
    return path


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


# ---------------------------------------------------------------------------------------- wrong use


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["build"],
        ["validate"],
        ["inspect"],
        ["biuld", "x.yml"],
        ["build", "--nme", "x", "x.yml"],
        ["build", "--diagnostics", "xml", "x.yml"],
        ["build", "--name", "not-a-name", "x.yml"],
        ["build", "--name", "class", "x.yml"],
        ["build", "--name", "../up", "x.yml"],
        ["build", "--name", "x", "a.yml", "b.yml"],
        ["build", "-o", "a-file", "x.yml"],
    ],
)
def test_wrong_use_ends_with_2(run: Run, tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "a-file").touch()
    result = run(*arguments)
    assert result.returncode == 2
    assert "Usage:" in result.stderr
    assert "Traceback" not in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a-file"]


def test_version_and_help_need_no_slow_library(run: Run) -> None:
    for arguments in (["--version"], ["--help"], ["build", "--help"]):
        result = run(*arguments, PYTHONPROFILEIMPORTTIME="1")
        assert result.returncode == 0
        assert result.stdout
        for library in ("black", "jinja2", "datamodel_code_generator", "pydantic"):
            assert f" {library}\n" not in result.stderr
    version = metadata.version("asyncapi-sse-gen")
    assert run("--version").stdout == f"asyncapi-sse-gen {version}\n"


# --------------------------------------------------------------------------------- unreadable input


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty-document"),
        (b"text", "not-a-mapping"),
        (b"- a\n", "not-a-mapping"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not-utf-8"),
        (b"a: [", "yaml-syntax"),
        (b"a: \x00", "control-character"),
        (b"Chat\n" + CHAT.encode(), "yaml-syntax"),
        (CHAT.replace("messages/Chunk", "messages/Chunks").encode(), "unresolved-reference"),
        (CHAT.replace("2.6.0", "3.0.0").encode(), None),
        (CHAT.replace("  /chat:", "  x: {}\n  /chat: 3\n  /other:").encode(), None),
    ],
)
@pytest.mark.parametrize("command", ["build", "validate", "inspect"])
def test_a_document_with_errors_ends_with_1(
    run: Run, tmp_path: Path, command: str, content: bytes, code: str | None
) -> None:
    (tmp_path / "spec.yml").write_bytes(content)
    result = run(command, "spec.yml")
    assert result.returncode == 1, result.stderr
    assert f"error[{code or ''}" in result.stderr
    assert "internal-error" not in result.stderr
    assert "spec.yml" in result.stderr
    assert not result.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["spec.yml"]


@pytest.mark.parametrize("name", [".", "*.yml", "no[thing]"])
def test_a_folder_or_pattern_without_documents_ends_with_1(run: Run, name: str) -> None:
    for command in ("build", "validate"):
        result = run(command, name)
        assert result.returncode == 1
        assert result.stderr.startswith("error[no-documents]: ")


@pytest.mark.parametrize("name", ["absent.yml", "x" * 300 + ".yml", "a\n\x1b31m.yml"])
def test_what_can_not_be_read_ends_with_1(run: Run, name: str) -> None:
    result = run("build", name)
    assert result.returncode == 1
    assert result.stderr.startswith("error[unreadable-file]: ")
    assert "\x1b" not in result.stderr


def test_what_may_not_be_read_is_no_wrong_use(spec: Path) -> None:
    program = "import os, sys; from asyncapi_sse_gen.cli import main; sys.argv[0] = 'x'; "
    program += "os.access = lambda *_: False; main()"  # As it says of a file without permissions.
    for command in ("validate", "inspect", "build"):
        arguments = [command, spec.name, *(["-o", "."] if command == "build" else [])]
        result = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            cwd=spec.parent,
            capture_output=True,
            text=True,
        )
        assert (result.returncode, result.stderr) == (0, "")


def test_the_snippet_of_a_misspelt_reference(run: Run, tmp_path: Path) -> None:
    (tmp_path / "specs").mkdir()
    text = (SPECS / "centml-asyncapi.yml").read_text()
    path = tmp_path / "specs" / "centml-asyncapi.yml"
    path.write_text(text.replace("messages/StreamDone'", "messages/StreamDon'"))
    assert """\
error[unresolved-reference]: `$ref` points at nothing: #/components/messages/StreamDon
  --> specs/centml-asyncapi.yml:85:19
   |
85 |           - $ref: '#/components/messages/StreamDon'
   |                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no such message
   = help: did you mean `#/components/messages/StreamDone`?
""" in run("build", "specs/centml-asyncapi.yml").stderr


def test_the_snippet_of_a_stray_title(run: Run, tmp_path: Path) -> None:
    (tmp_path / "spec.yml").write_text("Chat, streamed\n" + CHAT)
    assert run("validate", "spec.yml").stderr == """\
error[yaml-syntax]: a line above `asyncapi:` is no YAML
 --> spec.yml:1:1
  |
1 | Chat, streamed
  | ^^^^^^^^^^^^^^ not a `key: value`
  = help: remove the line, or make it a comment: `# ...`
"""


def test_the_formats(run: Run, tmp_path: Path) -> None:
    (tmp_path / "spec.yml").write_text("a: 1\na: 2\n")
    message = "the key `a` stands twice, in line 1 and in line 2"
    cure = "remove or rename one of the two"
    concise = run("validate", "spec.yml", "--diagnostics", "concise")
    assert concise.stderr == f"spec.yml:2:1: error[duplicate-key]: {message}\n"
    github = run("validate", "spec.yml", "--diagnostics", "github")
    place = "file=spec.yml,line=2,col=1,title=duplicate-key"
    assert github.stderr == f"::error {place}::{message}%0Ahelp: {cure}\n"
    found = json.loads(run("validate", "spec.yml", "--diagnostics", "json").stderr)
    assert found == [
        {
            "code": "duplicate-key",
            "severity": "error",
            "message": message,
            "path": "spec.yml",
            "line": 2,
            "column": 1,
            "help": cure,
        }
    ]


def test_several_documents_are_one_array_of_json(run: Run, spec: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.yml").write_text("a: 1\na: 2\n")
    result = run("validate", "bad.yml", spec, "absent.yml", "--diagnostics", "json")
    assert result.returncode == 1
    assert "is valid" in result.stdout
    codes = [diagnostic["code"] for diagnostic in json.loads(result.stderr)]
    assert codes[0] == "duplicate-key"
    assert codes[-1] == "unreadable-file"


# ------------------------------------------------------------------------------- validate, inspect


def test_validate_checks_the_examples(run: Run, spec: Path) -> None:
    spec.write_text(CHAT.replace("{text: hi}", "{text: 3}"))
    result = run("validate", spec.name, "--diagnostics", "concise")
    assert result.returncode == 0
    assert "chat-asyncapi.yml:24:20: warning[example-mismatch]: " in result.stderr
    assert "$.text is integer, not string" in result.stderr


def test_inspect_prints_the_same_model_whatever_the_path(
    run: Run, spec: Path, tmp_path: Path
) -> None:
    result = run("inspect", spec)
    assert result.returncode == 0
    model: dict[str, Any] = json.loads(result.stdout)
    assert model["operations"][0]["operation_id"] == "streamChat"
    (tmp_path / "link.yml").symlink_to(spec)
    for path in (spec.name, "link.yml", f"./{spec.name}"):
        assert run("inspect", path, "--format", "json", LC_ALL="C").stdout == result.stdout


# ------------------------------------------------------------------------------------------ build


def test_build_check_and_force(run: Run, spec: Path, tmp_path: Path) -> None:
    result = run("build", spec, "-o", "out")
    assert (result.returncode, result.stdout) == (0, "built out/chat_sse\n")
    package = tmp_path / "out" / "chat_sse"
    built = contents(package)

    result = run("build", spec, "-o", "out")
    assert (result.returncode, result.stdout) == (0, "out/chat_sse is up to date\n")
    result = run("build", "--check", spec, "-o", "out")
    assert (result.returncode, result.stdout) == (0, "out/chat_sse is up to date\n")

    (package / "client.py").write_text("edited\n")
    result = run("build", "--check", spec, "-o", "out")
    assert result.returncode == 1
    assert "-edited\n" in result.stdout
    assert "error[outdated-file]: " in result.stderr
    result = run("build", spec, "-o", "out")
    assert result.returncode == 1
    assert "error[edited-file]: " in result.stderr
    assert (package / "client.py").read_text() == "edited\n"
    assert run("build", "--force", spec, "-o", "out").returncode == 0
    assert contents(package) == built


def test_an_unchanged_build_waits_for_no_slow_library(run: Run, spec: Path) -> None:
    def imported() -> set[str]:
        result = run("build", spec, PYTHONPROFILEIMPORTTIME="1")
        assert result.returncode == 0
        return {line.rpartition("|")[2].strip() for line in result.stderr.splitlines()}

    slow = {"black", "jinja2", "datamodel_code_generator", "pydantic", "multiprocessing"}
    assert slow & imported()
    assert not slow & imported()


def test_a_name_and_no_tests(run: Run, spec: Path, tmp_path: Path) -> None:
    result = run("build", spec, "--name", "my_client", "--no-tests")
    assert (result.returncode, result.stdout) == (0, "built generated/my_client\n")
    written = contents(tmp_path / "generated")
    assert written
    assert not [path for path in written if "tests" in path]


def test_two_documents_of_one_name_do_not_replace_each_other(
    run: Run, spec: Path, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / spec.name).write_text(CHAT.replace("Chat", "Other"))
    result = run("build", spec.name, f"other/{spec.name}")
    assert result.returncode == 1
    assert result.stdout == "built generated/chat_sse\n"
    assert "error[same-package]: " in result.stderr
    assert "by `--name` or in the configuration" in result.stderr


def test_the_configuration_says_what_to_build(run: Run, spec: Path, tmp_path: Path) -> None:
    result = run("init")
    assert (result.returncode, result.stdout) == (0, "wrote pyproject.toml: 1 document\n")
    (tmp_path / "deep").mkdir()
    assert run("validate").stdout == f"{spec.name} is valid\n"
    result = run("build", "--no-tests", "-o", "deep/out")
    assert (result.returncode, result.stdout) == (0, "built deep/out/chat_sse\n")
    assert run("init").returncode == 1


def test_an_error_of_the_configuration_ends_with_2(run: Run, spec: Path, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.asyncapi-sse-gen]\noutptu = 'x'\n")
    for command in ("build", "validate"):
        result = run(command, spec, "--diagnostics", "concise")
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr == (
            "pyproject.toml:2:1: error[unknown-setting]: there is no setting `outptu`\n"
        )


def test_a_working_directory_that_was_removed_is_no_traceback(spec: Path) -> None:
    command = f"mkdir gone && cd gone && rmdir ../gone && {COMMAND}"
    for arguments in (f"validate {spec}", f"build {spec} -o {spec.parent}/out", "build", "init"):
        result = subprocess.run(
            ["sh", "-c", f"{command} {arguments}"],
            cwd=spec.parent,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert result.returncode in (0, 1, 2)
        assert "Traceback" not in result.stderr


def test_an_output_behind_a_link_is_refused(run: Run, spec: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to("elsewhere")
    result = run("build", spec, "-o", "link")
    assert result.returncode == 1
    assert "error[output-is-link]: " in result.stderr
    assert not list((tmp_path / "elsewhere").iterdir())


# --------------------------------------------------------------------------------- unforeseen ends

PROGRAM = """\
import sys
import asyncapi_sse_gen.pipeline
from asyncapi_sse_gen.cli import main

def validate(*arguments):
    {body}

asyncapi_sse_gen.pipeline.validate = validate
sys.argv = ["asyncapi-sse-gen", "validate", "spec.yml"]
main()
"""
"""The command with another body of `validate`."""


def test_ctrl_c_ends_with_130() -> None:
    body = "print('ready', flush=True); __import__('time').sleep(9)"
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(body=body)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in stderr


STARTING = """\
import signal, sys
from asyncapi_sse_gen.cli import main

class Finder:
    def find_spec(name, *_):
        if name == "click":
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Finder)
main()
"""
ENDING = """\
import atexit, signal, sys
from asyncapi_sse_gen.cli import main

atexit.register(signal.raise_signal, signal.SIGINT)
sys.argv = ["asyncapi-sse-gen", "--version"]
main()
"""


@pytest.mark.parametrize(("program", "status"), [(STARTING, 130), (ENDING, 0)])
def test_ctrl_c_that_comes_early_or_late_is_no_traceback(program: str, status: int) -> None:
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (status, "")


@pytest.mark.parametrize("error", ["RuntimeError('unforeseen')", "RecursionError('unforeseen')"])
def test_an_unforeseen_exception_is_a_diagnostic(error: str) -> None:
    program = PROGRAM.format(body=f"raise {error}")
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert result.returncode == 1
    assert "error[internal-error]: R" in result.stderr
    assert "Error: unforeseen" in result.stderr
    assert "please report it" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_closed_pipe_is_no_traceback() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    result = subprocess.run(
        [COMMAND, "inspect", SPECS / "centml-asyncapi.yml"],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(writer)
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    assert "Exception" not in result.stderr
    assert "internal-error" not in result.stderr
