"""Symbolic links, which nothing is written through."""

from __future__ import annotations

import os
from pathlib import Path


def link_on_the_way(path: Path) -> Path | None:
    """The path itself, or the folder above it, that is a symbolic link; None if there is none.

    Links right below the root (`/tmp` and `/var` on macOS) are the system's own and don't count.
    """
    absolute = Path(os.path.abspath(path))
    for part in (absolute, *absolute.parents):
        if len(part.parts) > 2 and part.is_symlink():
            return part
    return None
