"""The manifest of a package: what it was built from, and which of its files the build wrote."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, cast

MANIFEST = ".asyncapi-sse-gen.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """What a package is built from: the same provenance gives the same bytes."""

    generator: str
    """The version of the generator."""
    documents: Mapping[str, str]
    """The SHA-256 of each file's text by its path; the main document comes first."""
    options: Mapping[str, str | bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a build has to say of what it wrote."""

    folder: str
    """The name of the package's folder: a copy under another name is no package of the build's."""
    provenance: Provenance
    files: Mapping[str, str]
    """The SHA-256 of every file by its path in the folder."""

    @property
    def document(self) -> str:
        """The name of the main document."""
        return next(iter(self.provenance.documents), "")

    def encode(self) -> bytes:
        """The manifest as it is written; the same on every machine."""
        content = {
            "folder": self.folder,
            "generator": self.provenance.generator,
            "documents": dict(self.provenance.documents),
            "options": dict(sorted(self.provenance.options.items())),
            "files": dict(sorted(self.files.items())),
        }
        return (json.dumps(content, indent=2) + "\n").encode()


def decode(data: bytes) -> Manifest:
    """The manifest that `encode` wrote; raises ValueError for anything that it didn't."""
    try:
        content: Any = json.loads(data)
        provenance = Provenance(
            generator=str(content["generator"]),
            documents=_paths(content["documents"]),
            options=cast("dict[str, str | bool]", dict(content["options"])),
        )
        files = _paths(content["files"])
        return Manifest(folder=str(content["folder"]), provenance=provenance, files=files)
    except (AttributeError, KeyError, TypeError, RecursionError) as error:
        raise ValueError("no manifest") from error


def digest(data: bytes) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(data).hexdigest()


def is_inside(path: str) -> bool:
    """Whether a path can only name a file inside of the folder that it is relative to.

    Each file has one such path: `./x` isn't one, which would be another path of `x`.
    """
    parts = PurePosixPath(path).parts
    is_plain = path == "/".join(parts) and os.sep not in path.replace("/", "") and "\0" not in path
    return is_plain and bool(parts) and parts[0] != "/" and ".." not in parts


def _paths(value: object) -> dict[str, str]:
    mapping: Any = value
    result = {str(path): str(digest) for path, digest in mapping.items()}
    if not all(map(is_inside, result)):
        raise ValueError("a path leads out of its folder")
    return result
