"""Replacing files of a folder: all of them or none.

New contents and copies of the old ones are written into a staging folder beside the package, then
a journal that says what is to change. From then on the change is decided: a process that is killed
leaves the journal, and `recover` goes on where it stopped. A process that fails undoes what it did;
it renames the journal first, so that being killed meanwhile leaves one that says *undo*.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from .durable import sync_folder, write_file
from .journal import Journal
from .links import link_on_the_way
from .manifest import digest

OTHER = "a folder, or behind a symbolic link"

_REDO = "redo.json"
_UNDO = "undo.json"


def staging_folder(folder: Path) -> Path:
    """Where a change of the folder is prepared; it exists only while one is under way."""
    return folder.with_name(f".{folder.name}.asyncapi-sse-gen")


def is_interrupted(folder: Path) -> bool:
    """Whether a change of the folder was decided and not finished."""
    staging = staging_folder(folder)
    return (staging / _REDO).exists() or (staging / _UNDO).exists()


def state(path: Path) -> str | None:
    """The digest of a file, None where there is nothing, `OTHER` for what is no file of ours."""
    if link_on_the_way(path):
        return OTHER
    if path.is_file():
        return digest(path.read_bytes())
    return OTHER if path.exists() else None


def replace_files(folder: Path, contents: Mapping[str, bytes | None]) -> None:
    """Give files of the folder these contents, in this order; None removes one.

    Raises what went wrong (OSError, KeyboardInterrupt, ...) once all is as it was before.
    """
    staging = staging_folder(folder)
    journal: Journal | None = None
    try:
        journal = _stage(staging, folder, contents)
        _redo(staging, folder, journal)
        (staging / _REDO).unlink()
    except BaseException:
        while not _is_taken_back(staging, folder, journal):
            pass
        raise
    # The package is complete; what is left of the change is swept up by the next one at the latest.
    with suppress(OSError, KeyboardInterrupt):
        _remove_empty_folders(folder, journal)
        _discard(staging)


def _is_taken_back(staging: Path, folder: Path, journal: Journal | None) -> bool:
    """Undo the change; False if Ctrl-C, pressed again, came between: then do it again."""
    try:
        if journal is not None:
            with suppress(FileNotFoundError):
                os.replace(staging / _REDO, staging / _UNDO)
            _undo(staging, folder, journal)
        _discard(staging)
    except KeyboardInterrupt:
        return False
    return True


def recover(folder: Path) -> None:
    """Finish what a killed process left, if it left anything."""
    staging = staging_folder(folder)
    for name, finish in ((_UNDO, _undo), (_REDO, _redo)):
        if (staging / name).exists():
            # It was renamed into place when it was complete; another one isn't ours.
            with suppress(ValueError):
                finish(staging, folder, Journal.decode((staging / name).read_bytes()))
    if staging.exists():
        _discard(staging)


def _stage(staging: Path, folder: Path, contents: Mapping[str, bytes | None]) -> Journal:
    """Write the contents and the journal: what is needed to go on, and to go back."""
    old = {path: _content(folder / path) for path in contents}
    journal = Journal.of(folder, old, contents)
    staging.mkdir()
    _write_tree(staging / "new", contents)
    _write_tree(staging / "old", old)
    write_file(staging / "journal", journal.encode())
    os.replace(staging / "journal", staging / _REDO)
    sync_folder(staging)
    sync_folder(staging.parent)
    return journal


def _redo(staging: Path, folder: Path, journal: Journal) -> None:
    """Make every change that wasn't made yet."""
    for change in journal.changes:
        staged, target = staging / "new" / change.path, folder / change.path
        if state(target) != change.before:
            continue  # Changed already, or by hand after the process was killed.
        if change.after is None:
            target.unlink(missing_ok=True)
        elif state(staged) == change.after:
            target.parent.mkdir(parents=True, exist_ok=True)
            os.replace(staged, target)
    _sync(folder, journal)


def _undo(staging: Path, folder: Path, journal: Journal) -> None:
    """Take back every change that was made."""
    for change in reversed(journal.changes):
        saved, target = staging / "old" / change.path, folder / change.path
        if state(target) != change.after:
            continue
        if change.before is None:
            target.unlink(missing_ok=True)
        elif state(saved) == change.before:
            os.replace(saved, target)
    for path in reversed(journal.folders):
        with suppress(OSError):
            (folder / path).rmdir()
    _sync(folder, journal)


def _discard(staging: Path) -> None:
    """Remove the staging folder, the journal first: what is left without one means nothing."""
    for name in (_REDO, _UNDO):
        (staging / name).unlink(missing_ok=True)
    shutil.rmtree(staging, ignore_errors=True)


def _remove_empty_folders(folder: Path, journal: Journal) -> None:
    for change in journal.changes:
        parent = (folder / change.path).parent
        if change.after is None and parent != folder:
            with suppress(OSError):
                parent.rmdir()


def _sync(folder: Path, journal: Journal) -> None:
    """Make the changes of the folder last."""
    parents = {(folder / change.path).parent for change in journal.changes}
    for parent in sorted({folder.parent, folder, *parents}):
        if parent.is_dir():
            sync_folder(parent)


def _write_tree(root: Path, contents: Mapping[str, bytes | None]) -> None:
    root.mkdir()
    for path, data in contents.items():
        if data is not None:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            write_file(root / path, data)
    for parent in {root, *((root / path).parent for path in contents)}:
        if parent.is_dir():
            sync_folder(parent)


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None
