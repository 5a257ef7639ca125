"""Importing a package against importing what it needs: `python -m benchmarks.importing`.

The measure is a module that imports httpx2 and pydantic and defines the same models.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.processes import compare
from tests.packages import ROOT

ROUNDS = 25
LIMIT = 1.2


def plain_models(package: Path) -> str:
    """A module with the models of a package, made of nothing but pydantic."""
    models = (package / "models.py").read_text(encoding="utf-8")
    return models.replace(
        "from .payload import Payload", "import httpx2\nfrom pydantic import BaseModel as Payload"
    )


def main() -> int:
    """Compare each package with its plain models."""
    print(f"as long as importing httpx2, pydantic and the same models (limit {LIMIT}):")
    ratios: list[float] = []
    for package in sorted((ROOT / "generated").glob("*_sse")):
        with tempfile.TemporaryDirectory() as folder:
            plain = Path(folder) / "plain.py"
            plain.write_text(plain_models(package), encoding="utf-8")
            paths = [str(package.parent), folder]
            ours, theirs = (
                [sys.executable, "-c", f"import sys; sys.path += {paths}; import {module}"]
                for module in (package.name, plain.stem)
            )
            ratios.append(compare(package.name, ours, theirs, Path(folder), ROUNDS))
    return int(max(ratios) > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
