"""A process in which the command and built packages are tried, each in a fork that is watched.

The process has the slow libraries imported, so that a trial costs little more than its own work.
An audit hook in each fork sees every file that is opened and every connection that is made,
whichever library does it.
"""

from __future__ import annotations

import importlib
import io
import json
import os
import resource
import subprocess
import sys
import traceback
import warnings
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

SECONDS = 30
"""Seconds of processor time that a trial may take."""
MEMORY = 2 * 1024**3
"""Bytes of address space that a trial may use."""

_LIBRARIES = ("black", "datamodel_code_generator.parser.jsonschema", "httpx2", "jinja2", "pydantic")
_ROOT = Path(__file__).parent.parent
_READABLE = (sys.prefix, sys.base_prefix, str(_ROOT / "generator"), str(_ROOT / "templates"))
_FORBIDDEN = ("socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.fork")
_CHANGING = (
    *("os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir"),
    *("os.symlink", "os.truncate", "os.utime", "shutil.", "tempfile."),
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of a trial."""

    status: int
    stdout: str = ""
    stderr: str = ""
    violations: Sequence[str] = ()
    """What it did that it may not do: files, folders and connections."""
    seconds: float = 0.0
    """Seconds of processor time that it took."""
    value: Any = None
    """What the probe of a package gave."""


class Sandbox:
    """The process, from the outside."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.sandbox"],
            cwd=_ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def run(self, *arguments: str | Path, reads: Path, writes: Path) -> Trial:
        """Run the command in a folder that it may write to; elsewhere it may read one document."""
        job = {"arguments": list(map(str, arguments)), "reads": str(reads), "writes": str(writes)}
        return self._ask(job)

    def probe(self, package: Path, expression: str = "None") -> Trial:
        """Import all modules of a package, any warning an error, and evaluate an expression.

        `modules` are the modules by their names in it.
        """
        return self._ask({"package": str(package), "expression": expression})

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def _ask(self, job: dict[str, Any]) -> Trial:
        if self._process.stdin is None or self._process.stdout is None:
            raise AssertionError("the process has no pipes")
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        return Trial(**json.loads(self._process.stdout.readline()))


# ------------------------------------------------------------------------------------- the inside


def _serve() -> None:
    for name in ("asyncapi_sse_gen.cli", *_LIBRARIES):
        importlib.import_module(name)
    for line in sys.stdin:
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            os.close(reader)
            _try(json.loads(line), writer)
        os.close(writer)
        with open(reader, encoding="utf-8") as pipe:
            answer = pipe.read()
        _, status, usage = os.wait4(child, 0)
        seconds = usage.ru_utime + usage.ru_stime
        died = Trial(status=-1, stderr=f"died: {status}")
        result: dict[str, Any] = json.loads(answer) if answer else asdict(died)
        print(json.dumps({**result, "seconds": seconds}), flush=True)


def _try(job: dict[str, Any], writer: int) -> None:
    """Do a job and exit."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    stdout, stderr = _capture()
    os.chdir(job.get("writes", "/"))
    violations: list[str] = []
    own = [job[key] for key in ("reads", "writes", "package") if key in job]
    _watch(violations, [*_READABLE, *own], [job["writes"]] if "writes" in job else [])
    value, status = None, 0
    try:
        value = _act(job)
    except SystemExit as end:
        status = int(end.code or 0)
    except BaseException:
        traceback.print_exc()
        status = -1
    trial = Trial(status, _text(stdout), _text(stderr), list(violations), value=value)
    os.write(writer, json.dumps(asdict(trial)).encode())
    os._exit(0)


def _act(job: dict[str, Any]) -> Any:
    if "arguments" in job:
        from asyncapi_sse_gen.cli import main

        sys.argv = ["asyncapi-sse-gen", *job["arguments"]]
        main()
    return _import(Path(job["package"]), job["expression"])


def _import(folder: Path, expression: str) -> Any:
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(folder.parent))
    names = [path.stem for path in sorted(folder.glob("*.py")) if path.stem != "__init__"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        modules = {name: importlib.import_module(f"{folder.name}.{name}") for name in names}
        modules[""] = importlib.import_module(folder.name)
        return eval(expression, {"modules": modules, "package": modules[""]})  # noqa: S307


def _capture() -> tuple[io.TextIOWrapper, io.TextIOWrapper]:
    sys.stdout = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    sys.stderr = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    return sys.stdout, sys.stderr


def _text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def _watch(violations: list[str], readable: list[str], writable: list[str]) -> None:
    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event.startswith(_FORBIDDEN):
            violations.append(f"{event} {arguments!r}")
        elif event == "open":
            path, _, flags = arguments
            allowed = writable if flags & _WRITING else readable
            if not isinstance(path, int) and not _is_below(path, allowed):
                violations.append(f"open {path!r} {flags:o}")
        elif event.startswith(_CHANGING):
            for path in arguments[:2]:
                if isinstance(path, str | bytes) and not _is_below(path, writable):
                    violations.append(f"{event} {arguments!r}")

    sys.addaudithook(hook)


def _is_below(path: str | bytes, folders: list[str]) -> bool:
    """Whether a path is one of these or below; one that is relative is below the folder of work."""
    real = os.path.realpath(os.fsdecode(path))
    return any(f"{real}/".startswith(f"{os.path.realpath(folder)}/") for folder in folders)


if __name__ == "__main__":
    _serve()
