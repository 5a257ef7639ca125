"""The files a document consists of: itself, and what it refers to in its own folder."""

from __future__ import annotations

import hashlib
import os
import posixpath
import re
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from asyncapi_sse_gen.diagnostics import DocumentError, Report
from asyncapi_sse_gen.nodes import Node
from asyncapi_sse_gen.source import parse, read_text

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def digests_of(document: Path, files: Iterable[str]) -> dict[str, str]:
    """The SHA-256 of the texts of a document's files by their paths below its folder.

    Raises DocumentError if one of them can't be read.
    """
    folder = Path(os.path.realpath(document)).parent
    return {file: _digest(read_text(folder / file, Report(), file)) for file in files}


class DocumentFiles:
    """Reads each file once.

    A file's identity is its path below the main document's folder; the main document's is "".
    """

    def __init__(self, path: Path, report: Report, display: str) -> None:
        """Read the main document; raises DocumentError if it can't be read."""
        self._report = report
        self._display = display
        self._path = Path(os.path.realpath(path))
        self.digests: dict[str, str] = {}
        """The SHA-256 of each file's text by its path; the main document comes first."""
        self.main = self._read(self._path, display, "")
        self._roots: dict[str, Node | None] = {"": self.main}

    def root(self, file: str) -> Node | None:
        """The root of a file that was opened before; None where that failed."""
        return self._roots[file]

    def open(self, reference: Node, name: str) -> Node | None:
        """The root of the file that a `$ref` calls `name`; None once the reason is reported."""
        refusal = _refusal(unquote(name))
        path = posixpath.normpath(PurePosixPath(reference.file).parent / unquote(name))
        real = Path(os.path.realpath(self._path.parent / path)) if not refusal else self._path
        if not refusal and path.startswith(".."):
            refusal = "leads out of the document's folder"
        elif not refusal and not real.is_relative_to(self._path.parent):
            refusal = "leads out of the document's folder by a symbolic link"
        if refusal:
            help = "refer to a copy within the document's folder, as in `./schemas.yml#/Chunk`"
            message = f"`$ref` {refusal}: {name}"
            self._report.error("forbidden-reference", message, reference.place, help=help)
            return None
        return self._root_of(real, reference, name)

    def _root_of(self, real: Path, reference: Node, name: str) -> Node | None:
        if real == self._path:
            return self.main
        file = real.relative_to(self._path.parent).as_posix()
        if file not in self._roots:
            if not os.path.exists(real):
                message = f"`$ref` names a file that isn't there: {name}"
                place = reference.place
                self._report.error("unresolved-reference", message, place, label="no such file")
                return None
            display = str(Path(self._display).parent / file)
            try:
                self._roots[file] = self._read(real, display, file)
            except DocumentError:
                self._roots[file] = None
        return self._roots[file]

    def _read(self, path: Path, display: str, file: str) -> Node:
        text = read_text(path, self._report, display)
        self.digests[file or path.name] = _digest(text)
        return parse(text, self._report, display, file)


def _digest(text: str) -> str:
    """The digest of a text; it has newlines for line breaks, whatever the file has."""
    return hashlib.sha256(text.encode()).hexdigest()


def _refusal(name: str) -> str:
    """Why a file of this name isn't opened, whatever it is; empty if nothing is wrong with it."""
    if _SCHEME.match(name):
        return "is a URL, and nothing is fetched"
    if name.startswith("/") or "\\" in name:
        return "is no relative path"
    if "?" in name or _CONTROL.search(name):
        return "is no file name"
    return ""
