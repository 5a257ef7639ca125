"""Building again, and building many: `python -m benchmarks.rebuilding`.

An unchanged build is compared with a cold one by what the processor does, two processes with one by
the clock, which on a busy machine tells more of the others that use it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import monotonic

from benchmarks.processes import Command, compare
from tests.packages import COMMAND, ROOT

ROUNDS = 5
UNCHANGED_LIMIT = 0.25
JOBS_ROUNDS = 3
JOBS_LIMIT = 0.6
COPIES = 20
"""How often each of the documents is built, under names of their own."""


def unchanged(folder: Path) -> float:
    """How many times as long as a cold build one takes that has nothing to do."""
    document = ROOT / "specs" / "centml-asyncapi.yml"
    again: Command = [COMMAND, "build", document, "-o", folder]
    return compare("unchanged, of cold", again, [*again, "--force"], folder, ROUNDS)


def seconds(jobs: int, folder: Path) -> float:
    """How long it takes to build many documents in so many processes."""
    shutil.rmtree(folder / "generated", ignore_errors=True)
    started = monotonic()
    subprocess.run(
        [COMMAND, "build", "specs", "--jobs", str(jobs)],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    return monotonic() - started


def parallel(folder: Path) -> float:
    """How many times as long as one process two processes take."""
    (folder / "specs").mkdir()
    for document in (ROOT / "specs").glob("*-asyncapi.yml"):
        stem = document.name.removesuffix("-asyncapi.yml")
        for number in range(COPIES):
            shutil.copy(document, folder / "specs" / f"{stem}{number}-asyncapi.yml")
    count = len(list((folder / "specs").iterdir()))
    pairs = [(seconds(1, folder), seconds(2, folder)) for _ in range(JOBS_ROUNDS)]
    one, two = (median(times) for times in zip(*pairs, strict=True))
    name = f"{count} documents, --jobs 2 of 1"
    print(f"{name:<30} {two / one:5.2f} x  ({two:.0f} against {one:.0f} s)")
    return two / one


def main() -> int:
    """Print both, and tell by the status whether they are within their limits."""
    print(f"as long as (limits {UNCHANGED_LIMIT} and {JOBS_LIMIT}):")
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        return int(unchanged(Path(first)) > UNCHANGED_LIMIT or parallel(Path(second)) > JOBS_LIMIT)


if __name__ == "__main__":
    sys.exit(main())
