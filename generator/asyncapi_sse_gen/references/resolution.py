"""References and traits: what a node of the document stands for.

`$ref` holds a URI reference (RFC 3986) whose fragment is a JSON Pointer (RFC 6901). Followed are
pointers into the same file and into files of the main document's own folder; nothing else is
opened, neither a file nor a connection.
"""

from __future__ import annotations

from pathlib import Path

from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.nodes import Node

from .document_files import DocumentFiles
from .pointers import child, noun_below, read_pointer, suggest
from .traits import merge_patch

MAX_HOPS = 50
"""How many references may lead to one another before a value comes."""
MAX_SUGGESTIONS = 100
"""How many wrong references of a document are compared with all right ones."""

_HARMLESS = frozenset({"description", "summary", "title", "examples", "externalDocs"})


class References:
    """A document whose references can be followed.

    `digests` holds the SHA-256 of each file's text by its path below the document's folder.
    """

    def __init__(self, path: Path, report: Report, display: str) -> None:
        """Read the main document; raises DocumentError if it can't be read.

        `display` is how diagnostics name it.
        """
        self._report = report
        self._files = DocumentFiles(path, report, display)
        self._resolved: dict[Node, Node | None] = {}
        self._suggestions = 0
        self.root = self._files.main
        self.digests = self._files.digests

    def resolve(self, node: Node) -> Node | None:
        """What a node stands for: itself, unless it has a `$ref`, which is followed to its end.

        None where that leads nowhere, once the reason is reported.
        """
        return self._resolve(node, ())

    def merge_traits(self, node: Node) -> Node:
        """An operation or message with its traits applied.

        AsyncAPI 2.6 merges them "using the JSON Merge Patch algorithm in the same order they are
        defined": so what a trait says wins over the object, and a later one over an earlier one.
        (In AsyncAPI 3 the object wins.) What was merged keeps its place and pointer.
        """
        traits = node.get("traits")
        if traits is None:
            return node
        if not traits.is_sequence:
            self._report.error("invalid-trait", "`traits` is a list", traits.place)
        for element in traits.elements():
            trait = self.resolve(element)
            if trait is None:
                continue
            if trait.is_mapping:
                node = merge_patch(node, trait, self.resolve)
            else:
                self._report.error("invalid-trait", "a trait is a mapping", trait.place)
        return node

    def _resolve(self, node: Node, hops: tuple[Node, ...]) -> Node | None:
        """What a node stands for; `hops` are the references that led to it."""
        reference = node.get("$ref")
        if reference is None or reference.is_mapping:
            return node  # A mapping is the schema of a property that is called `$ref`.
        if node not in self._resolved:
            if node in hops:
                loop = [*hops[hops.index(node) :], node]
                path = " -> ".join(str(hop.plain()["$ref"]) for hop in loop)
                self._error("reference-loop", f"`$ref` leads back to itself: {path}", reference)
                return None
            if len(hops) == MAX_HOPS:
                message = f"more than {MAX_HOPS} references lead to one another"
                self._error("reference-loop", message, reference)
                return None
            hops = (*hops, node)
            target = self._follow(reference, hops)
            self._resolved[node] = None if target is None else self._resolve(target, hops)
            self._report_siblings(node)
        return self._resolved[node]

    def _follow(self, reference: Node, hops: tuple[Node, ...]) -> Node | None:
        """The node that a `$ref` points at, which may be a reference again."""
        if not isinstance(reference.value, str) or reference.value in ("", "#"):
            what = "the whole document" if reference.value == "#" else "nothing"
            help = "a reference looks like `#/components/schemas/Name`"
            self._error("invalid-reference", f"`$ref` names {what}", reference, help=help)
            return None
        file, _, fragment = reference.value.partition("#")
        root = self._files.open(reference, file) if file else self._files.root(reference.file)
        if root is None:
            return None
        try:
            tokens = read_pointer(fragment)
        except ValueError as error:
            message = f"`$ref` is no JSON Pointer: {reference.value}"
            self._error("invalid-reference", message, reference, label=str(error))
            return None
        return self._walk(reference, root, tokens, hops)

    def _walk(
        self, reference: Node, root: Node, tokens: list[str], hops: tuple[Node, ...]
    ) -> Node | None:
        """The node at a pointer; references on the way are followed too."""
        node = root
        for depth, token in enumerate(tokens):
            below = child(node, token)
            if below is None and (target := self._resolve(node, hops)) is not node:
                if target is None:
                    return None
                node, below = target, child(target, token)
            if below is None:
                self._report_missing(reference, root, node, tokens[depth:])
                return None
            node = below
        return node

    def _report_missing(
        self, reference: Node, root: Node, container: Node, tokens: list[str]
    ) -> None:
        """Say that `tokens` lead nowhere from `container`, and what may have been meant."""
        self._suggestions += 1
        pointer = ""
        if self._suggestions <= MAX_SUGGESTIONS:
            pointer = suggest(root, container, tokens)
        file = str(reference.value).partition("#")[0]
        self._error(
            "unresolved-reference",
            f"`$ref` points at nothing: {reference.value}",
            reference,
            label=f"no such {noun_below(container.pointer)}",
            help=f"did you mean `{file}#{pointer}`?" if pointer else "",
        )

    def _report_siblings(self, node: Node) -> None:
        """Say which keys beside a `$ref` have no effect (JSON Schema draft 7, section 8.3)."""
        ignored = [key for key, _ in node.items() if key != "$ref" and not key.startswith("x-")]
        if not ignored:
            return
        message = "ignored beside `$ref`: " + ", ".join(f"`{key}`" for key in ignored)
        place = node.key_place(ignored[0])
        if _HARMLESS.issuperset(ignored):
            self._report.note("ignored-beside-reference", message, place)
        else:
            other = "{type: 'null'}" if "nullable" in ignored else "{...}"
            keyword = "oneOf" if "nullable" in ignored else "allOf"
            help = f"combine them by `{keyword}: [{{$ref: ...}}, {other}]`"
            self._report.warning("ignored-beside-reference", message, place, help=help)

    def _error(
        self, code: str, message: str, reference: Node, *, label: str = "", help: str = ""
    ) -> None:
        self._report.error(code, message, reference.place, label=label, help=help)
