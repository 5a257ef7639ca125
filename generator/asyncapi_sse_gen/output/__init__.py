"""A rendered package -> the files on the disk; the only stage that writes.

What a build may replace or remove is bounded by the manifest of the package, and either all of it
happens or nothing.
"""

from .comparison import compare, is_current, manifests
from .manifest import MANIFEST, Manifest, Provenance
from .writing import write

__all__ = ["MANIFEST", "Manifest", "Provenance", "compare", "is_current", "manifests", "write"]
