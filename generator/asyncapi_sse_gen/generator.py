"""The generator itself: which one it is, and since when it is as it is."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

VERSION = "0.1.0"
"""The version of the distribution; to ask its metadata takes longer than a build with nothing to do
should."""


def last_change() -> float:
    """When the newest of the generator's own files was written, its templates included.

    What was built before that may not be what would be built now, even by the same version: a
    checkout that is worked on keeps its version.
    """
    templates = find_spec("asyncapi_sse_gen.templates")
    locations = (templates and templates.submodule_search_locations) or ()
    folders = [Path(__file__).parent, *map(Path, locations)]
    return max(
        path.stat().st_mtime
        for folder in folders
        for path in folder.rglob("*")
        if path.suffix in (".py", ".jinja")
    )
