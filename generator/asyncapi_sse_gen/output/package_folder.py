"""The folder of a package, as it lies on the disk."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from asyncapi_sse_gen.diagnostics import DocumentError, Place, Report

from .links import link_on_the_way
from .manifest import MANIFEST, Manifest, Provenance, decode, digest
from .replacement import OTHER, staging_folder, state


@dataclass(frozen=True, slots=True)
class PackageFolder:
    """A folder that holds a package or will; `shown` is how diagnostics name it."""

    shown: Path

    @property
    def path(self) -> Path:
        """The folder's absolute path; `..` in it doesn't follow links."""
        return Path(os.path.abspath(self.shown))

    def place(self, path: str = "", line: int = 1) -> Place:
        """The place of a file of the package."""
        return Place(path=str(self.shown / path), line=line)

    def manifest(self) -> Manifest | None:
        """What the last build says about itself; None if there was none.

        Raises ValueError if the manifest isn't what a build wrote.
        """
        path = self.path / MANIFEST
        if state(path) == OTHER:
            raise ValueError(f"the manifest is {OTHER}")
        try:
            return decode(path.read_bytes())
        except FileNotFoundError:
            return None

    def refuse_links(self, report: Report) -> None:
        """Raise DocumentError if the way to the folder leads through a symbolic link."""
        link = link_on_the_way(self.path) or link_on_the_way(staging_folder(self.path))
        if link is not None:
            message = f"`{os.path.relpath(link)}` is a symbolic link, and nothing is written there"
            help = "name the folder that it leads to"
            raise report.fatal("output-is-link", message, self.place(), help=help)

    def failure(self, error: OSError, report: Report) -> DocumentError:
        """Report an operation that failed; the caller raises what it returns."""
        message = f"the package can't be read or written: {error.strerror or error}"
        return report.fatal("unusable-output", message, self.place())

    def with_manifest(self, files: Mapping[str, bytes], provenance: Provenance) -> dict[str, bytes]:
        """The files of the package and its manifest, which comes last."""
        listed = {path: digest(data) for path, data in files.items()}
        manifest = Manifest(folder=self.path.name, provenance=provenance, files=listed)
        return {**files, MANIFEST: manifest.encode()}
