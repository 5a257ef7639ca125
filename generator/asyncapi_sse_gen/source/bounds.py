"""How large a document may be, so that whoever walks it needs no bounds of his own."""

from __future__ import annotations

from asyncapi_sse_gen.diagnostics import DocumentError, Place, Report

MAX_FILE_SIZE = 16 * 1024 * 1024
MAX_DEPTH = 100
"""Levels of nesting, with aliases followed."""
MAX_NODES = 500_000
"""Values, with aliases followed."""
MAX_POINTERS = 64 * 1024 * 1024
"""Characters of the pointers of all nodes together."""
MAX_KEY_LENGTH = 1_024
MAX_ERRORS = 100
"""Errors after which the rest isn't looked at."""


class Bounds:
    """Counts what a document consists of; raises DocumentError, reported, where it is too much."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._nodes = 0
        self._pointers = 0
        self._errors = 0

    @property
    def errors(self) -> int:
        """The errors that were counted."""
        return self._errors

    def count_node(self, pointer: str, place: Place) -> None:
        self._nodes += 1
        self._pointers += len(pointer)
        if self._pointers > MAX_POINTERS:
            raise self._report.fatal("too-many-values", "too many values with long names", place)
        self.check_size(self._nodes, place)

    def count_error(self) -> None:
        self._errors += 1
        if self._errors == MAX_ERRORS:
            raise DocumentError("the document has too many errors")

    def check_size(self, size: int, place: Place) -> None:
        if size > MAX_NODES:
            message = f"more than {MAX_NODES:,} values, those behind aliases counted each time"
            raise self._report.fatal("too-many-values", message, place)

    def check_depth(self, depth: int, place: Place) -> None:
        if depth > MAX_DEPTH:
            message = f"values are nested more than {MAX_DEPTH} levels deep"
            raise self._report.fatal("too-deep", message, place)

    def check_key(self, key: str, place: Place) -> None:
        if len(key) > MAX_KEY_LENGTH:
            message = f"a key has more than {MAX_KEY_LENGTH:,} characters"
            raise self._report.fatal("key-too-long", message, place)
