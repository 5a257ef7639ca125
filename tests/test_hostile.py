"""Documents that attack the generator, and what must come of each (`hostile/INDEX.json`)."""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from .hostile_demands import PROBES, SAYS, TEXTS
from .sandbox import Sandbox, Trial

HOSTILE = Path(__file__).parent / "hostile"
SECONDS = 10
"""Seconds of processor time that the largest document may take."""


@dataclass(frozen=True)
class Attack:
    """An entry of the index."""

    file: str
    expect: str
    canary: str
    name: str
    """What the document is called when it is built."""


def attacks() -> list[Attack]:
    """All of the index but the one on the output folder, which test_output.py has."""
    entries: list[dict[str, Any]] = json.loads((HOSTILE / "INDEX.json").read_text())
    return [
        Attack(one["file"], one["expect"], one["canary"], one.get("rename_to", one["file"]))
        for one in entries
        if one["class"] != "output"
    ]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """Where the documents are built and the packages imported."""
    made = Sandbox()
    yield made
    made.close()


@dataclass(frozen=True)
class Attempt:
    """What came of building a hostile document."""

    trial: Trial
    folder: Path

    @property
    def package(self) -> Path:
        """The one folder below the output folder."""
        (package,) = (self.folder / "out").iterdir()
        return package


def attempt(sandbox: Sandbox, attack: Attack, folder: Path) -> Attempt:
    """Build a hostile document in a folder where nothing else is."""
    document = folder / "in" / attack.name
    document.parent.mkdir(parents=True)  # The name itself may hold slashes.
    (folder / "work").mkdir()
    document.write_bytes((HOSTILE / attack.file).read_bytes())
    arguments = ("build", document, "-o", "out", "--no-tests")
    trial = sandbox.run(*arguments, reads=document, writes=folder / "work")
    return Attempt(trial, folder / "work")


# ---------------------------------------------------------------------------------- each of them


@pytest.mark.parametrize("attack", attacks(), ids=lambda attack: attack.name[:40])
def test_a_hostile_document_is_built_or_refused_and_does_no_harm(
    sandbox: Sandbox, attack: Attack, tmp_path: Path
) -> None:
    made = attempt(sandbox, attack, tmp_path)
    trial = made.trial
    assert not trial.violations
    assert trial.seconds < SECONDS
    assert "Traceback" not in trial.stderr
    assert "internal-error" not in trial.stderr
    assert trial.status in {"generate": (0,), "refuse": (1,), "either": (0, 1)}[attack.expect]
    if trial.status == 0:
        check_package(made.package)
        probe, value = PROBES.get(attack.file, ("None", None))
        imported = sandbox.probe(made.package, probe)
        assert imported.status == 0, imported.stderr
        assert not imported.violations
        assert imported.value == value
        check_texts(attack.file, made.package)
    else:
        assert re.search(r"^error\[[a-z0-9-]+\]: ", trial.stderr, re.MULTILINE)
        assert re.search(r"^ *--> .+", trial.stderr, re.MULTILINE)
        assert not list(made.folder.iterdir())
        assert SAYS.get(attack.file, "") in trial.stderr
    assert not Path(attack.canary).exists()


def check_package(package: Path) -> None:
    """Whether a package has a fit name, and Python that says what it seems to say."""
    assert re.fullmatch("[a-z][a-z0-9_]*", package.name)
    assert package.name not in {*sys.stdlib_module_names, "httpx2", "pydantic", "tests"}
    for path in package.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b-\u200f\x00-\x08\x1b]", text)
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            assert token.type != tokenize.NAME or token.string.isascii()


def check_texts(name: str, package: Path) -> None:
    """Whether the document's texts are there as they were written."""
    wanted = TEXTS.get(name, ())
    constants = {
        node.value
        for path in package.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert not set(wanted) - constants


def test_a_document_with_many_faults_has_all_of_them_reported(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    (attack,) = [one for one in attacks() if one.file == "schema-bad-keywords.yml"]
    stderr = attempt(sandbox, attack, tmp_path).trial.stderr
    assert len(re.findall(r"^error\[", stderr, re.MULTILINE)) == 5


def test_a_document_does_not_choose_the_secret_that_is_sent(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    (attack,) = [one for one in attacks() if one.file == "security-env-name.yml"]
    made = attempt(sandbox, attack, tmp_path)
    for path in made.package.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant):
                assert node.value != "AWS_SECRET_ACCESS_KEY"


TESTED = ("desc-triple-quote.yml", "enum-newline.yml", "prop-name-code.yml")
"""Documents whose packages are tested by their own tests."""


@pytest.mark.parametrize("name", TESTED)
def test_a_package_of_a_hostile_document_passes_its_own_tests(name: str, tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("asyncapi-sse-gen")
    subprocess.run([program, "build", HOSTILE / name, "-o", tmp_path], check=True, timeout=60)
    document_independent = ("--ignore-glob=*/test_parser.py", "--ignore-glob=*/test_timeouts.py")
    options = ("-q", "-x", "-p", "no:cacheprovider", "-W", "error", *document_independent)
    command = [sys.executable, "-m", "pytest", *options, "."]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout[-5000:]
    (attack,) = [one for one in attacks() if one.name == name]
    assert not Path(attack.canary).exists()


# ------------------------------------------------------------------------------------------ bombs

BOMBS = {
    "yaml-billion-laughs.yml": 2,
    "yaml-billion-laughs-schema.yml": 2,
    "yaml-deep-nesting.yml": 5,
    "yaml-huge-int.yml": 2,
}
"""Documents that grow when they are read, and the seconds that it may take to refuse them."""
MEGABYTES = 200

PROGRAM = """\
import resource, sys
from asyncapi_sse_gen.cli import main

resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
try:
    main()
finally:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    peak = usage.ru_maxrss  # Linux: of the process that started this one, too
    try:
        peak = int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0])
    except OSError:
        pass
    print(usage.ru_utime + usage.ru_stime, peak / 1024)
"""


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_in_little_time_and_memory(name: str, tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM, "build", HOSTILE / name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )
    seconds, megabytes = map(float, result.stdout.split())
    assert result.returncode == 1
    assert "error[" in result.stderr
    assert seconds < BOMBS[name]
    assert megabytes < MEGABYTES
    assert not list(tmp_path.iterdir())
