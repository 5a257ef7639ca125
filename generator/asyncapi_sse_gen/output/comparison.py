"""A rendered package against the files on the disk; reads only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from asyncapi_sse_gen.diagnostics import Report

from .differences import bounded, first_different_line, unified_difference
from .manifest import MANIFEST, Manifest, Provenance, decode
from .package_folder import PackageFolder
from .replacement import OTHER, is_interrupted, staging_folder, state


def compare(
    files: Mapping[str, bytes], folder: Path, provenance: Provenance, report: Report
) -> str:
    """A unified diff from the package in `folder` to these files, empty if there is none.

    Each difference is an error of the report too. Files that no build has written don't count.
    """
    package = PackageFolder(folder)
    package.refuse_links(report)
    try:
        return _compared(package, package.with_manifest(files, provenance), report)
    except OSError as error:
        raise package.failure(error, report) from error


def manifests(folder: Path) -> Iterator[tuple[Path, Manifest]]:
    """The packages in a folder, with what their last build says about them."""
    for path in sorted(folder.glob(f"*/{MANIFEST}")):
        with suppress(OSError, ValueError):
            yield path.parent, decode(path.read_bytes())


def is_current(folder: Path, provenance: Provenance, since: float) -> bool:
    """Whether a build from this provenance would change nothing, without rendering anything.

    `since` is when the generator itself last changed; a package that was built earlier isn't
    trusted to be what it would write today.
    """
    path = PackageFolder(folder).path
    try:
        manifest = PackageFolder(folder).manifest()
        return (
            manifest is not None
            and manifest.folder == path.name
            and manifest.provenance == provenance
            and (path / MANIFEST).stat().st_mtime >= since
            and not staging_folder(path).exists()
            and all(state(path / name) == digest for name, digest in manifest.files.items())
        )
    except (OSError, ValueError):
        return False


def _compared(package: PackageFolder, contents: Mapping[str, bytes], report: Report) -> str:
    if not package.path.exists():
        help = "run `asyncapi-sse-gen build`"
        report.error("missing-package", "the package isn't there", package.place(), help=help)
        return ""
    if is_interrupted(package.path):
        message = "a build of the package was interrupted"
        help = "`asyncapi-sse-gen build` finishes it"
        report.error("interrupted-build", message, package.place(), help=help)
    paths = sorted({*contents, *_listed(package)})
    differences = [_difference(package, path, contents.get(path), report) for path in paths]
    return bounded("".join(differences))


def _listed(package: PackageFolder) -> Mapping[str, str]:
    """The files that the last build has written."""
    try:
        manifest = package.manifest()
    except ValueError:
        return {}  # Its bytes aren't what they should be, which is a difference of its own.
    return manifest.files if manifest else {}


def _difference(package: PackageFolder, path: str, expected: bytes | None, report: Report) -> str:
    """Report and show how one file differs; empty if it doesn't."""
    target = package.path / path
    found = state(target)
    actual = target.read_bytes() if found not in (None, OTHER) else None
    if found != OTHER and actual == expected:
        return ""
    help = "run `asyncapi-sse-gen build`"
    place = package.place(path)
    if found == OTHER:
        message = f"`{path}` is {OTHER}"
    elif actual is None:
        message = f"`{path}` is missing"
    elif expected is None:
        message = f"`{path}` is left from an earlier build"
    else:
        message = f"`{path}` isn't what the document gives"
        place = package.place(path, first_different_line(actual, expected))
    report.error("outdated-file", message, place, help=help)
    return unified_difference(str(package.shown / path), actual, expected)
