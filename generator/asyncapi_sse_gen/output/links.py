"""Symbolic links, which nothing is written through."""

from __future__ import annotations

import os
from pathlib import Path


def link_on_the_way(path: Path) -> Path | None:
    """The path itself, or the folder above it, that is a symbolic link; None if there is none.

    Links right below the root (`/tmp` and `/var` on macOS) are the system's own and don't count.
    """
    part = os.path.abspath(path)
    while (end := part.rfind(os.sep)) > 0:
        if os.path.islink(part):
            return Path(part)
        part = part[:end]
    return None
