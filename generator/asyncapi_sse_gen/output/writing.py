"""A rendered package -> the files on the disk; the only stage that writes."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from asyncapi_sse_gen.diagnostics import DocumentError, Place, Report

from .durable import locked
from .manifest import MANIFEST, Provenance, digest
from .package_folder import PackageFolder
from .replacement import OTHER, recover, replace_files, state


def write(
    files: Mapping[str, bytes],
    folder: Path,
    provenance: Provenance,
    report: Report,
    *,
    force: bool = False,
) -> bool:
    """Make the package in `folder` consist of these files; whether anything had to change.

    Only files that the folder's manifest lists, and that are as it says, are replaced or removed;
    `force` includes listed ones that were edited. Raises DocumentError, with the reasons in the
    report and the package as it was, if anything stands in the way.
    """
    package = PackageFolder(folder)
    package.refuse_links(report)
    try:
        with _existing(package.path.parent), locked(package.path.parent):
            recover(package.path)
            changes = _plan(package.with_manifest(files, provenance), package, report, force=force)
            if changes:
                replace_files(package.path, changes)
            else:
                with suppress(OSError):
                    (package.path / MANIFEST).touch()  # Newer than the generator: `is_current`.
    except OSError as error:
        raise package.failure(error, report) from error
    return bool(changes)


def _plan(
    contents: Mapping[str, bytes], package: PackageFolder, report: Report, *, force: bool
) -> dict[str, bytes | None]:
    """What is to be written and removed (None); raises DocumentError if it must not be."""
    try:
        manifest = package.manifest()
    except ValueError as error:
        message = "the manifest isn't what a build has written"
        help = "restore it, or remove the whole package, and build again"
        place = package.place(MANIFEST)
        raise report.fatal("broken-manifest", message, place, help=help) from error
    listed: Mapping[str, str] = manifest.files if manifest else {}
    stale = [path for path in listed if path not in contents]
    changes: dict[str, bytes | None] = {}
    allowed = True
    for path in (*stale, *contents):
        data = contents.get(path)
        found = state(package.path / path)
        if found == (digest(data) if data is not None else None):
            continue
        changes[path] = data
        if found not in (None, listed.get(path)) and path != MANIFEST:
            is_ours = path in listed and found != OTHER
            allowed &= is_ours and force
            _report_obstacle(package.place(path), report, is_ours=is_ours, force=force)
    if not allowed:
        raise DocumentError("the package holds files that aren't to be replaced")
    return changes


def _report_obstacle(place: Place, report: Report, *, is_ours: bool, force: bool) -> None:
    """Say that a file isn't as a build left it."""
    name = Path(place.path).name
    if not is_ours:
        message = f"`{name}` stands where the package needs a file, and no build has written it"
        report.error("foreign-file", message, place, help="move it elsewhere")
    elif not force:
        message = f"`{name}` was edited since it was built"
        help = "keep the edit elsewhere; `--force` builds the file anew"
        report.error("edited-file", message, place, help=help)


@contextmanager
def _existing(folder: Path) -> Generator[None]:
    """Make the folder exist, and the ones above it; those that are new go again on failure."""
    missing = [part for part in (folder, *folder.parents) if not part.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for part in missing:
            with suppress(OSError):
                part.rmdir()
        raise
