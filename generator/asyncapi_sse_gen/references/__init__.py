"""What a node of a document stands for: references followed, traits merged."""

from .document_files import digests_of
from .resolution import References

__all__ = ["References", "digests_of"]
