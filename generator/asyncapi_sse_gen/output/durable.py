"""File operations that survive a crash: what they did is on the disk when they return."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


def write_file(path: Path, data: bytes) -> None:
    """Write a file that doesn't exist yet."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(descriptor, view) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(path: Path) -> None:
    """Make what was created, renamed or removed in a folder last."""
    if sys.platform == "win32":
        return  # Windows has no such call.
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def locked(folder: Path) -> Generator[None]:
    """Hold the folder for this process alone, as far as others ask too; waits for its turn.

    The lock leaves no file behind and goes with the process, however it ends. Windows has none for
    folders, so that there nobody waits.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl

    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
