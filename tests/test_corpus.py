"""Real documents of all house styles: each builds, passes its own tests, and tells messages apart.

The corpus isn't part of the project: where it is absent, these tests are skipped.
"""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest

from .corpus_streams import STREAMS, Served
from .packages import load

ROOT = Path(__file__).parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"
DOCUMENTS = sorted((CORPUS / "sse").glob("*.yml"))
OTHERS = sorted([*(CORPUS / "not-sse").glob("*.yml"), *(CORPUS / "asyncapi-3").glob("*.yml")])

pytestmark = pytest.mark.skipif(not DOCUMENTS, reason=f"the corpus isn't there: {CORPUS}")


def run(*arguments: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a program that is installed beside this Python."""
    program = Path(sys.executable).with_name(str(arguments[0]))
    return subprocess.run(
        [program, *arguments[1:]], capture_output=True, text=True, timeout=600, **options
    )


def run_at_once(folder: Path, *commands: list[str]) -> None:
    """Run programs side by side in a folder; each must end well."""

    def start(command: list[str]) -> subprocess.CompletedProcess[str]:
        return run(*command, cwd=folder)

    with ThreadPoolExecutor() as pool:
        for result in pool.map(start, commands):
            assert result.returncode == 0, result.stdout[-5000:]


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages of all documents, built by the command."""
    folder = tmp_path_factory.mktemp("corpus")
    result = run("asyncapi-sse-gen", "build", *DOCUMENTS, "-o", folder)
    assert result.returncode == 0, result.stderr
    assert "error[" not in result.stderr
    return folder


def test_all_documents_are_built(generated: Path) -> None:
    names = {f"{document.stem.removesuffix('-asyncapi')}" for document in DOCUMENTS}
    assert {path.name for path in generated.iterdir() if path.is_dir()} == {
        f"{name.replace('-', '_')}_sse" for name in names
    }


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_every_example_is_what_its_schema_says(document: Path) -> None:
    result = run("asyncapi-sse-gen", "validate", document, "--diagnostics", "json")
    assert result.returncode == 0
    assert "example-mismatch" not in [one["code"] for one in json.loads(result.stderr)]


def test_all_packages_are_sound_for_mypy_and_pyright(generated: Path) -> None:
    packages = sorted(path.name for path in generated.iterdir() if path.is_dir())
    seen: set[bytes] = set()
    files: list[str] = []
    for path in sorted(generated.rglob("*.py")):
        if path.read_bytes() not in seen:  # What is the same in all packages is checked once.
            seen.add(path.read_bytes())
            files.append(str(path.relative_to(generated)))
    configuration = {"typeCheckingMode": "strict", "include": files}
    (generated / "pyrightconfig.json").write_text(json.dumps(configuration))
    run_at_once(
        generated,
        ["mypy", "--strict", *packages],
        ["pyright", "--pythonpath", sys.executable],
    )


def test_all_packages_pass_their_own_tests(generated: Path) -> None:
    """In two processes; what doesn't depend on the document is tested in the first package only."""
    first, *others = sorted(path for path in generated.iterdir() if path.is_dir())
    modules = [
        path
        for folder in others
        for path in sorted(folder.glob("tests/test_*.py"))
        if path.name not in ("test_parser.py", "test_timeouts.py")
    ]
    half = len(modules) // 2
    shares = [[first, *modules[:half]], modules[half:]]

    options = ("-q", "-p", "no:cacheprovider", "-W", "error")
    run_at_once(generated, *(["pytest", *options, *map(str, share)] for share in shares))


@pytest.mark.parametrize(
    "served", STREAMS, ids=lambda served: f"{served.document}-{served.method}-{served.ended}"
)
def test_a_stream_of_the_provider_is_told_apart(generated: Path, served: Served) -> None:
    package = load(generated / f"{served.document.replace('-', '_')}_sse")
    asked: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(request)
        headers = {"content-type": "text/event-stream"}
        return httpx2.Response(200, headers=headers, content=served.content)

    http_client = httpx2.Client(transport=httpx2.MockTransport(answer))
    client = package.Client(http_client=http_client, **served.client)
    given = [] if served.given is None else [served.given]
    delivered: list[str] = []
    with getattr(client, served.method)(*given, **served.arguments) as stream:
        try:
            for message in stream:
                delivered.append(type(message).__name__)
        except package.StreamErrorEvent:
            assert served.ended == "error"
        assert tuple(delivered) == served.delivered
        assert stream.ended == served.ended
        assert not stream.stats.drift
    assert f"{asked[0].method} {asked[0].url.raw_path.decode()}" == served.request
    if asked[0].headers.get("content-type") == "application/json":
        assert json.loads(asked[0].content) == {**(served.given or {}), **served.added}


@pytest.mark.parametrize("document", OTHERS, ids=lambda path: path.stem)
def test_a_document_of_another_kind_is_refused_by_name(document: Path, tmp_path: Path) -> None:
    result = run("asyncapi-sse-gen", "build", document, "-o", tmp_path / "out")
    assert result.returncode == 1
    assert "error[" in result.stderr
    assert " = help: " in result.stderr
    assert not list(tmp_path.iterdir())
