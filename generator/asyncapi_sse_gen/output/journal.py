"""The journal of a change: what is needed to finish it, and to take it back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from .manifest import digest, is_inside


@dataclass(frozen=True, slots=True)
class Change:
    """What happens to one file; a digest is None where there is no file."""

    path: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Journal:
    """The folders that are new, the outermost first, and what happens to each file."""

    folders: tuple[str, ...]
    changes: tuple[Change, ...]

    @classmethod
    def of(
        cls, folder: Path, old: Mapping[str, bytes | None], new: Mapping[str, bytes | None]
    ) -> Journal:
        """The journal of giving files of `folder` the contents `new` in place of `old`."""
        needed = {
            str(parent)
            for path, data in new.items()
            if data is not None
            for parent in PurePosixPath(path).parents
        }
        return cls(
            tuple(sorted(path for path in needed if not (folder / path).exists())),
            tuple(Change(path, _digest(old[path]), _digest(data)) for path, data in new.items()),
        )

    def encode(self) -> bytes:
        return json.dumps(asdict(self)).encode()

    @classmethod
    def decode(cls, data: bytes) -> Journal:
        """The journal that `encode` wrote; raises ValueError if it didn't."""
        try:
            content: Any = json.loads(data)
            journal = cls(
                tuple(map(str, content["folders"])),
                tuple(Change(**change) for change in content["changes"]),
            )
        except (KeyError, TypeError, RecursionError) as error:
            raise ValueError("no journal") from error
        paths = [*journal.folders, *(change.path for change in journal.changes)]
        if not all(path == "." or is_inside(path) for path in paths):
            raise ValueError("a path leads out of the package")
        return journal


def _digest(data: bytes | None) -> str | None:
    return None if data is None else digest(data)
