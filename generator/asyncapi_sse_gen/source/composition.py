"""Parser events -> nodes, within bounds and without recursion."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import yaml

from asyncapi_sse_gen.diagnostics import DocumentError, Place, Report
from asyncapi_sse_gen.nodes import Node, Scalar

from .bounds import Bounds
from .scalars import plain_scalar
from .unfinished import Measured, UnfinishedMapping, UnfinishedSequence

_TEXT_TAGS = ("!", "tag:yaml.org,2002:str")
_COLLECTION_TAGS = (None, "!", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq")
_NO_KEYS: Mapping[str, Place] = MappingProxyType({})
_SURROGATE = re.compile("[\ud800-\udfff]")


def compose(
    events: Iterator[yaml.Event], lines: Sequence[str], report: Report, display: str, file: str
) -> Node:
    """The root of the one document that the events hold, which is a mapping.

    Raises DocumentError if anything was wrong; the report says what.
    """
    composer = _Composer(lines, report, display, file)
    for event in events:
        composer.take(event)
    return composer.root()


class _Composer:
    """Takes events and builds nodes; `_open` holds the collections that the next one stands in."""

    def __init__(self, lines: Sequence[str], report: Report, display: str, file: str) -> None:
        self._lines = lines
        self._report = report
        self._display = display
        self._file = file
        self._open: list[UnfinishedMapping | UnfinishedSequence] = []
        self._anchors: dict[str, Measured | None] = {}
        """What is anchored by name; None where its end hasn't come yet."""
        self._root: Node | None = None
        self._bounds = Bounds(report)
        self._documents = 0

    def take(self, event: yaml.Event) -> None:
        """Take the next event."""
        if isinstance(event, yaml.ScalarEvent):
            self._take_scalar(event, self._place(event))
        elif isinstance(event, yaml.CollectionStartEvent):
            self._start_collection(event, self._place(event))
        elif isinstance(event, yaml.CollectionEndEvent):
            self._end_collection()
        elif isinstance(event, yaml.AliasEvent):
            self._take_alias(event.anchor or "", self._place(event))
        elif isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                message = "the file holds a second document"
                raise self._report.fatal("several-documents", message, self._place(event))

    def root(self) -> Node:
        """What has been built, after the last event."""
        if self._root is None:
            place = Place(path=self._display)
            raise self._report.fatal("empty-document", "the file holds no document", place)
        if not self._root.is_mapping:
            found = "a list" if self._root.is_sequence else "a single value"
            message = f"a document is a mapping of keys to values, and this is {found}"
            raise self._report.fatal("not-a-mapping", message, self._root.place)
        if self._bounds.errors:
            raise DocumentError("the document has errors")
        return self._root

    def _take_scalar(self, event: yaml.ScalarEvent, place: Place) -> None:
        if event.tag is not None and event.tag not in _TEXT_TAGS:
            self._refuse_tag(event.tag, place)
        value = self._scalar(event, place)
        key_owner = self._key_owner()
        if key_owner is None:
            pointer = self._open[-1].next_pointer() if self._open else ""
            node = self._node(value, place, pointer, text=event.value)
            self._add(Measured(node), place, event.anchor)
            return
        if event.anchor is not None:
            self._anchors[event.anchor] = Measured(Node(value, place, text=event.value))
        if not isinstance(value, str):
            message = f'the key {event.value or "without text"} is read as the text "{event.value}"'
            help = "put the key in quotes"
            self._report.note("key-read-as-text", message, place, help=help)
        is_merge = event.value == "<<" and event.tag is None and event.implicit[0]
        self._take_key(key_owner, event.value, place, is_merge=is_merge)

    def _scalar(self, event: yaml.ScalarEvent, place: Place) -> Scalar:
        if event.tag is None and event.implicit[0]:
            try:
                return plain_scalar(event.value)
            except ValueError as error:
                help = "put it in quotes if it is text"
                self._error("number-out-of-range", str(error), place, help=help)
        elif not event.value.isascii() and _SURROGATE.search(event.value):
            message = "half of a surrogate pair is no character"
            self._error("lone-surrogate", message, place)
        return event.value

    def _take_key(
        self, owner: UnfinishedMapping, key: str, place: Place, *, is_merge: bool
    ) -> None:
        self._bounds.check_key(key, place)
        first = owner.take_key(key, place, is_merge=is_merge)
        if first is not None:
            message = f"the key `{key}` stands twice, in line {first.line} and in line {place.line}"
            self._error("duplicate-key", message, place, help="remove or rename one of the two")

    def _take_alias(self, anchor: str, place: Place) -> None:
        if anchor not in self._anchors:
            message = f"`*{anchor}` is an alias, and nothing has the anchor `&{anchor}`"
            help = "text that starts with `*` needs quotes"
            raise self._report.fatal("unknown-alias", message, place, help=help)
        target = self._anchors[anchor]
        if target is None:
            message = f"`*{anchor}` stands inside of what it names"
            raise self._report.fatal("cyclic-alias", message, place)
        key_owner = self._key_owner()
        if key_owner is None:
            self._add(target, place)
        elif target.node.is_mapping or target.node.is_sequence:
            raise self._key_error(place)
        else:
            self._take_key(key_owner, target.node.text, place, is_merge=False)

    def _start_collection(self, event: yaml.CollectionStartEvent, place: Place) -> None:
        if event.tag not in _COLLECTION_TAGS:
            self._refuse_tag(event.tag or "", place)
        if self._key_owner() is not None:
            raise self._key_error(place)
        self._bounds.check_depth(len(self._open) + 1, place)
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        kind = (
            UnfinishedMapping if isinstance(event, yaml.MappingStartEvent) else UnfinishedSequence
        )
        pointer = self._open[-1].next_pointer() if self._open else ""
        self._open.append(kind(place=place, pointer=pointer, anchor=event.anchor))

    def _end_collection(self) -> None:
        ended = self._open.pop()
        keys = ended.keys if isinstance(ended, UnfinishedMapping) else _NO_KEYS
        for merged in ended.merged if isinstance(ended, UnfinishedMapping) else ():
            if not merged.is_mapping:
                self._error("merge-not-mapping", "`<<` merges mappings only", merged.place)
        node = self._node(ended.value(), ended.place, ended.pointer, keys=keys)
        self._add(Measured(node, ended.size, ended.height), ended.place, ended.anchor)

    def _add(self, measured: Measured, place: Place, anchor: str | None = None) -> None:
        """Put a finished node where it stands, or where an alias does."""
        if anchor is not None:
            self._anchors[anchor] = measured
        if not self._open:
            self._root = measured.node
            return
        self._bounds.check_depth(len(self._open) + measured.height, place)
        parent = self._open[-1]
        parent.add(measured)
        self._bounds.check_size(parent.size, place)

    def _node(
        self,
        value: Mapping[str, Node] | Sequence[Node] | Scalar,
        place: Place,
        pointer: str,
        *,
        text: str = "",
        keys: Mapping[str, Place] = _NO_KEYS,
    ) -> Node:
        self._bounds.count_node(pointer, place)
        return Node(value, place, self._file, pointer, text, keys)

    def _key_owner(self) -> UnfinishedMapping | None:
        """The mapping whose key comes next; None where a value comes next."""
        parent = self._open[-1] if self._open else None
        if isinstance(parent, UnfinishedMapping) and parent.key is None:
            return parent
        return None

    def _place(self, event: yaml.Event) -> Place:
        start, end = event.start_mark, event.end_mark
        if start is None or end is None:
            return Place(path=self._display)
        if end.line == start.line:
            length = end.column - start.column
        else:
            length = len(self._lines[start.line].rstrip()) - start.column
        return Place(
            path=self._display, line=start.line + 1, column=start.column + 1, length=max(length, 1)
        )

    def _key_error(self, place: Place) -> DocumentError:
        message = "a key is text, not a mapping or a list"
        help = "text that starts with `{` or `[` needs quotes"
        return self._report.fatal("key-not-text", message, place, help=help)

    def _refuse_tag(self, tag: str, place: Place) -> None:
        self._error("custom-tag", f"the tag `{tag}` is not supported", place, help="remove the tag")

    def _error(self, code: str, message: str, place: Place, *, help: str = "") -> None:
        """Report what doesn't keep the rest from being read."""
        self._report.error(code, message, place, help=help)
        self._bounds.count_error()
