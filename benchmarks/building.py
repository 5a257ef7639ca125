"""A cold build against datamodel-codegen: `python -m benchmarks.building`.

The peer makes the models only, formatted by black as well. Each build is a process of its own.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.processes import Command, compare
from tests.packages import COMMAND, ROOT

ROUNDS = 7
LIMIT = 1.5


def main() -> int:
    """Compare the builds of both documents that the project began with."""
    print(f"as long as datamodel-codegen (limit {LIMIT}):")
    peer = COMMAND.with_name("datamodel-codegen")
    ratios: list[float] = []
    for document in ("centml", "cleanlab"):
        path = ROOT / "specs" / f"{document}-asyncapi.yml"
        with tempfile.TemporaryDirectory() as folder:
            ours: Command = [COMMAND, "build", path, "-o", folder, "--force"]
            made = ["--formatters", "black", "--output", f"{folder}/models.py"]
            theirs: Command = [peer, "--input", path, "--input-file-type", "asyncapi", *made]
            ratios.append(compare(document, ours, theirs, Path(folder), ROUNDS))
    return int(max(ratios) > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
