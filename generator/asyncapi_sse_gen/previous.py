"""The packages of previous builds: which of them need no new one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from . import output
from .diagnostics import DocumentError
from .generator import last_change
from .output import Manifest
from .pipeline import provenance
from .references import digests_of
from .settings import Job


class PreviousBuilds:
    """What lies on the disk; each folder is read once."""

    def __init__(self) -> None:
        self._packages: dict[Path, dict[str, list[tuple[Path, Manifest]]]] = {}
        self._since = last_change()

    def current(self, job: Job) -> Path | None:
        """The package that is what the job would write, if there is one."""
        for package, manifest in self._candidates(job):
            with suppress(DocumentError):
                digests = digests_of(job.document, manifest.provenance.documents)
                expected = provenance(digests, job.options)
                if output.is_current(package, expected, since=self._since):
                    return package
        return None

    def _candidates(self, job: Job) -> Sequence[tuple[Path, Manifest]]:
        """The packages that a document of the same name was built into."""
        if job.folder not in self._packages:
            packages = self._packages[job.folder] = {}
            for package, manifest in output.manifests(job.folder):
                packages.setdefault(manifest.document, []).append((package, manifest))
        return self._packages[job.folder].get(Path(os.path.realpath(job.document)).name, ())
