"""Documents that are changed at random either become a package that works or are refused with a
diagnostic; nothing else ever happens.

`FUZZ_EXAMPLES=10000 pytest tests/test_fuzz.py` tries more of them, and new ones each time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import yaml
from asyncapi_sse_gen import formatting
from asyncapi_sse_gen.diagnostics import DocumentError, Report
from hypothesis import HealthCheck, given, settings

from .mutations import mutated
from .rendering import render_package
from .sandbox import Sandbox

ROOT = Path(__file__).parent.parent
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "0"))
"""How many documents to try on demand."""
IMPORTED = 8
"""Of so many packages one is written and imported."""
TESTED = 160
"""Of so many packages one is tested by its own tests, if more than usual are tried."""
SECONDS = 10
"""Seconds of processor time that a document may take."""

REBUILT = """[
    model.model_rebuild(force=True)
    for model in vars(modules["models"]).values()
    if isinstance(model, type) and model.__module__ == modules["models"].__name__
]"""
"""Makes pydantic look at every field; importing alone puts that off."""


def documents() -> tuple[Any, ...]:
    """The documents of the project, and the corpus where it is present."""
    paths = [*ROOT.glob("specs/*.yml"), *ROOT.parent.glob("shared/corpus/sse/*.yml")]
    return tuple(yaml.safe_load(path.read_bytes()) for path in sorted(paths))


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox()
    yield made
    made.close()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile what is rendered and don't format it: that takes longer than all the rest."""

    def compile_files(files: Mapping[str, str]) -> dict[str, bytes]:
        for path, text in files.items():
            if path.endswith(".py"):
                compile(text, path, "exec", dont_inherit=True)
        return {path: text.encode() for path, text in files.items()}

    monkeypatch.setattr(formatting, "format_files", compile_files)


NUMBERS = count(1)


@given(document=mutated(documents()))
@settings(
    max_examples=EXAMPLES or 80,
    deadline=None,
    derandomize=not EXAMPLES,
    database=None,
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
)
def test_a_document_is_built_or_refused(
    document: Any, sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory
) -> None:
    number = next(NUMBERS)
    folder = tmp_path_factory.mktemp("fuzz", numbered=True)
    path = folder / "fuzz-asyncapi.json"
    path.write_text(json.dumps(document, default=str), encoding="utf-8")
    start = time.process_time()
    report = Report()
    try:
        files = render_package(path, report)
    except DocumentError:
        assert report.has_errors
        assert all(one.place.path and one.message for one in report)
        return
    assert time.process_time() - start < SECONDS
    if number % IMPORTED == 0:
        package = write(files, folder / f"fuzz{number}_sse")
        trial = sandbox.probe(package, REBUILT)
        assert trial.status == 0, trial.stderr
        assert not trial.violations
        if EXAMPLES and number % TESTED == 0:
            run_tests(package)


def write(files: Mapping[str, str], package: Path) -> Path:
    for name, text in files.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return package


def run_tests(package: Path) -> None:
    options = ("-q", "-x", "-p", "no:cacheprovider", "-W", "error")
    command = [sys.executable, "-m", "pytest", *options, str(package)]
    result = subprocess.run(command, cwd=package.parent, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout[-5000:]
