"""The generated packages that the tests use: imported from their folder, or built first."""

from __future__ import annotations

import atexit
import json
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.inspection import inspect_api
from asyncapi_sse_gen.interpretation import interpret
from asyncapi_sse_gen.references import References

ROOT = Path(__file__).parent.parent
COMMAND = Path(sys.executable).with_name("asyncapi-sse-gen")
"""The command as it is installed beside this Python."""


def load(folder: Path) -> Any:
    """Import a package from its folder, under the folder's name, with all of its modules."""
    if folder.name in sys.modules:
        return sys.modules[folder.name]
    spec = spec_from_file_location(
        folder.name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"{folder} holds no package")
    package = sys.modules[folder.name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(package)
    except BaseException:
        del sys.modules[folder.name]
        raise
    return package


@cache
def committed(name: str) -> Any:
    """A package of `generated/`."""
    folder = ROOT / "generated" / name
    if folder.is_dir():
        return load(folder)
    return built(ROOT / "specs" / f"{name.removesuffix('_sse')}-asyncapi.yml")


@cache
def built(document: Path) -> Any:
    """The package that the installed command builds from a document."""
    arguments: list[str | Path] = [COMMAND, "build", document, "-o", _builds(), "--no-tests"]
    run = subprocess.run(arguments, capture_output=True, text=True, timeout=120, check=False)
    if run.returncode:
        raise RuntimeError(f"the build of {document} failed:\n{run.stderr}")
    return load(Path(run.stdout.split()[-1]))


@cache
def inspected(document: Path) -> dict[str, Any]:
    """The intermediate model of a document, as `inspect` prints it."""
    report = Report()
    api = interpret(References(document, report, document.name), report)
    if api is None:
        raise RuntimeError(f"{document} is refused: {[str(it) for it in report]}")
    model: dict[str, Any] = json.loads(inspect_api(api))
    return model


@cache
def _builds() -> Path:
    """Where packages are built; removed when this process ends."""
    folder = tempfile.mkdtemp(prefix="asyncapi-sse-gen-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def isolated_environment() -> dict[str, str]:
    """Environment variables that keep clients on this machine.

    No proxy stands between them and 127.0.0.1, and they trust no authority: the many that there
    are take longer to read than a test takes to run.
    """
    return {
        "NO_PROXY": "127.0.0.1",
        "SSL_CERT_FILE": "",
        "SSL_CERT_DIR": str(Path(__file__).parent),
    }
