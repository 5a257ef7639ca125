"""Matching: which of the requests that prose names is the one that opens a stream."""

from __future__ import annotations

import re
from collections.abc import Iterator

from . import prose
from .channels import Stream
from .document import Document
from .notes import Notes

_VARIABLE = re.compile(r"\{[^{}]*\}")


def matching_endpoints(document: Document, stream: Stream, text: str) -> Iterator[prose.Endpoint]:
    """The requests in a text that go to the stream's path, below the path of any of its servers."""
    own = _segments(stream.address.path or "")
    bases = [_segments(_path_of(document.text(one.node, "url"))) for one in stream.servers]
    for endpoint in prose.endpoints(text):
        if own and any(_is_same(own, bases, _segments(path)) for path in endpoint.paths):
            yield endpoint


def trigger_of(document: Document, notes: Notes, stream: Stream) -> str:
    """What the transport notes' `triggeredBy` says of this stream ("POST ... with ..., or ...")."""
    matching = [one.text for one in matching_endpoints(document, stream, notes.trigger)]
    return " ".join(matching) if matching or not stream.is_alone else notes.trigger


def _is_same(own: list[str], bases: list[list[str]], named: list[str]) -> bool:
    """Whether a path named in prose is the stream's, with all, some or nothing of a base path."""
    if named[-len(own) :] != own:
        return False
    above = named[: -len(own)]
    return not above or any(base[-len(above) :] == above for base in bases)


def _segments(path: str) -> list[str]:
    return [_VARIABLE.sub("{}", segment) for segment in path.split("/") if segment]


def _path_of(url: str) -> str:
    return (url.partition("://")[2] or url).partition("/")[2]
