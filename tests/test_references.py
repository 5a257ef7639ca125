"""What `$ref` and traits come to, and what is never opened."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from asyncapi_sse_gen.diagnostics import Diagnostic, Report
from asyncapi_sse_gen.nodes import Node
from asyncapi_sse_gen.references import References, digests_of

Document = Callable[..., tuple[References, Report]]


@pytest.fixture
def document(tmp_path: Path) -> Document:
    """Makes a document of a text, in a folder of its own, with other files beside it."""

    def make(text: str, **others: str) -> tuple[References, Report]:
        folder = tmp_path / "folder"
        folder.mkdir()
        (folder / "main.yml").write_text(text)
        for name, content in others.items():
            path = folder / name.replace("__", "/").replace("_yml", ".yml")
            path.parent.mkdir(exist_ok=True)
            path.write_text(content)
        report = Report()
        return References(folder / "main.yml", report, "main.yml"), report

    return make


def at(references: References, *path: str) -> Node:
    node = references.root.get(*path)
    assert node
    return node


def resolved(references: References, *path: str) -> Node:
    node = references.resolve(at(references, *path))
    assert node
    return node


def only_error(report: Report) -> Diagnostic:
    (error,) = report
    assert error.severity == "error"
    return error


# ------------------------------------------------------------------------------- what is followed


def test_a_node_without_a_reference_is_itself(document: Document) -> None:
    references, report = document("a: {b: 1}\n")
    assert references.resolve(at(references, "a")) is at(references, "a")
    assert not list(report)


@pytest.mark.parametrize(
    ("reference", "value"),
    [
        ("#/x/plain", 1),
        ("#/x/a~1b", 2),
        ("#/x/a~0b", 3),
        ("#/x/a%20b", 4),
        ("#/x/~01", 5),
        ("#/x/list/1", "second"),
        ("#/x/100%", 6),
        ("#/x/%C3%A9", 7),
        ("#/x/", 8),
    ],
)
def test_pointers_are_read_by_the_standard(
    document: Document, reference: str, value: object
) -> None:
    references, report = document(
        f"a: {{$ref: '{reference}'}}\n"
        "x: {plain: 1, a/b: 2, a~b: 3, a b: 4, ~1: 5, 100%: 6, é: 7, '': 8,\n"
        "    list: [first, second]}\n"
    )
    assert resolved(references, "a").value == value
    assert not list(report)


def test_chains_are_followed_and_keep_the_last_identity(document: Document) -> None:
    references, _ = document("a: {$ref: '#/b'}\nb: {$ref: '#/c'}\nc: {d: 1}\n")
    assert resolved(references, "a").pointer == "/c"
    assert resolved(references, "a") is resolved(references, "b")


def test_a_pointer_may_lead_through_references(document: Document) -> None:
    references, report = document("a: {$ref: '#/b/d'}\nb: {$ref: '#/c'}\nc: {d: {e: 1}}\n")
    assert resolved(references, "a").pointer == "/c/d"
    assert not list(report)


def test_a_schema_may_refer_to_itself(document: Document) -> None:
    references, report = document("a: {properties: {child: {$ref: '#/a'}}}\n")
    assert resolved(references, "a", "properties", "child") is at(references, "a")
    assert not list(report)


def test_files_of_the_folder_are_read_once(document: Document) -> None:
    references, report = document(
        "a: {$ref: './sub/other.yml#/x'}\nb: {$ref: 'sub/../sub/other.yml'}\nc: {d: 1}\n",
        sub__other_yml="x: {$ref: '../main.yml#/c'}\ny: {$ref: '#/z'}\nz: {e: 2}\n",
    )
    assert resolved(references, "a") is at(references, "c")
    other = resolved(references, "b")
    assert other.file == "sub/other.yml"
    assert other.place.path == "sub/other.yml"
    inner = references.resolve(other.get("y") or other)
    assert inner
    assert (inner.file, inner.pointer) == ("sub/other.yml", "/z")
    assert not list(report)
    assert list(references.digests) == ["main.yml", "sub/other.yml"]


def test_digests_do_not_depend_on_line_breaks(tmp_path: Path) -> None:
    path = tmp_path / "main.yml"
    path.write_bytes(b"a: 1\nb: 2\n")
    expected = References(path, Report(), "main.yml").digests
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    assert digests_of(path, ["main.yml"]) == expected
    path.write_bytes(b"a: 1\nb: 3\n")
    assert digests_of(path, ["main.yml"]) != expected


# --------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("reference", "code"),
    [
        ("http://127.0.0.1:9/x.yml#/a", "forbidden-reference"),
        ("HTTPS://example.com/x.yml", "forbidden-reference"),
        ("ftp://example.com/x", "forbidden-reference"),
        ("file:///etc/passwd", "forbidden-reference"),
        ("//example.com/x.yml", "forbidden-reference"),
        ("/etc/passwd", "forbidden-reference"),
        ("C:/x.yml", "forbidden-reference"),
        ("../outside.yml", "forbidden-reference"),
        ("sub/../../outside.yml", "forbidden-reference"),
        ("%2e%2e/outside.yml", "forbidden-reference"),
        ("..%2foutside.yml", "forbidden-reference"),
        ("\\\\\\\\host\\\\share\\\\x.yml", "forbidden-reference"),
        ("..\\\\outside.yml", "forbidden-reference"),
        ("other.yml?x=1", "forbidden-reference"),
        ("other%00.yml", "forbidden-reference"),
        ("link.yml#/a", "forbidden-reference"),
        ("linked/x.yml#/a", "forbidden-reference"),
        ("", "invalid-reference"),
        ("#", "invalid-reference"),
        ("#b", "invalid-reference"),
        ("#b/c", "invalid-reference"),
        ("#/b~2", "invalid-reference"),
        ("#/b~", "invalid-reference"),
        ("#/absent", "unresolved-reference"),
        ("#/b/0", "unresolved-reference"),
        ("#/list/2", "unresolved-reference"),
        ("#/list/-1", "unresolved-reference"),
        ("#/list/01", "unresolved-reference"),
        ("#/b/__class__", "unresolved-reference"),
        ("absent.yml", "unresolved-reference"),
        ("absent.yml#/a", "unresolved-reference"),
    ],
)
def test_everything_else_is_an_error_at_the_reference(
    document: Document, tmp_path: Path, reference: str, code: str
) -> None:
    references, report = document(f'a: {{$ref: "{reference}"}}\nb: text\nlist: [1, 2]\n')
    (tmp_path / "outside.yml").write_text("a: 1\n")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "x.yml").write_text("a: 1\n")
    (tmp_path / "folder" / "link.yml").symlink_to(tmp_path / "outside.yml")
    (tmp_path / "folder" / "linked").symlink_to(tmp_path / "outside")
    assert references.resolve(at(references, "a")) is None
    error = only_error(report)
    assert (error.code, error.place.line, error.place.column) == (code, 1, 11)


@pytest.mark.parametrize("value", ["3", "null", "[a]"])
def test_a_reference_is_text(document: Document, value: str) -> None:
    references, report = document(f"a: {{$ref: {value}}}\n")
    assert references.resolve(at(references, "a")) is None
    assert only_error(report).code == "invalid-reference"


def test_a_property_may_be_called_ref(document: Document) -> None:
    references, report = document("properties: {$ref: {type: string}, a: {type: string}}\n")
    assert references.resolve(at(references, "properties")) is at(references, "properties")
    assert not list(report)


def test_a_loop_of_references_is_named(document: Document) -> None:
    references, report = document("a: {$ref: '#/b'}\nb: {$ref: '#/c'}\nc: {$ref: '#/b'}\n")
    for key in "abc":
        assert references.resolve(at(references, key)) is None
    error = only_error(report)
    assert error.code == "reference-loop"
    assert "#/c -> #/b" in error.message


@pytest.mark.parametrize("text", ["a: {$ref: '#/a'}\n", "a: {$ref: '#/a/b'}\n"])
def test_a_reference_to_itself_is_a_loop(document: Document, text: str) -> None:
    references, report = document(text)
    assert references.resolve(at(references, "a")) is None
    assert only_error(report).code == "reference-loop"


def test_a_chain_without_an_end_in_sight_is_an_error(document: Document) -> None:
    chain = "".join(f"k{number}: {{$ref: '#/k{number + 1}'}}\n" for number in range(10_000))
    references, report = document(chain)
    assert references.resolve(at(references, "k0")) is None
    assert only_error(report).code == "reference-loop"


def test_a_fault_of_another_file_is_reported_at_its_place(document: Document) -> None:
    references, report = document("a: {$ref: 'bad.yml#/x'}\nb: {$ref: 'bad.yml'}\n", bad_yml="x: [")
    assert references.resolve(at(references, "a")) is None
    assert references.resolve(at(references, "b")) is None
    error = only_error(report)
    assert (error.code, error.place.path) == ("yaml-syntax", "bad.yml")


@pytest.mark.parametrize(
    ("reference", "label", "help"),
    [
        (
            "#/components/messages/StreamDon",
            "no such message",
            "did you mean `#/components/messages/StreamDone`?",
        ),
        (
            "#/components/schemas/StreamDone",
            "no such schema",
            "did you mean `#/components/messages/StreamDone`?",
        ),
        (
            "#/component/messages/StreamDone",
            "no such key",
            "did you mean `#/components/messages/StreamDone`?",
        ),
        (
            "#/components/schemas/Chunk/properties/tex",
            "no such property",
            "did you mean `#/components/schemas/Chunk/properties/text`?",
        ),
        ("#/components/schemas/Xyzzy", "no such schema", ""),
    ],
)
def test_a_misspelt_reference_is_corrected(
    document: Document, reference: str, label: str, help: str
) -> None:
    references, report = document(
        f"a: {{$ref: '{reference}'}}\n"
        "components:\n"
        "  messages: {StreamDone: {}, Chunk: {}}\n"
        "  schemas: {Chunk: {properties: {text: {}}}}\n"
    )
    assert references.resolve(at(references, "a")) is None
    error = only_error(report)
    assert (error.label, error.help) == (label, help)
    assert error.message == f"`$ref` points at nothing: {reference}"


def test_what_stands_beside_a_reference_is_ignored_and_said(document: Document) -> None:
    references, report = document(
        "a: {$ref: '#/x', description: d, nullable: true}\n"
        "b: {$ref: '#/x', description: d}\n"
        "c: {$ref: '#/x', x-note: n}\n"
        "x: {type: string}\n"
    )
    for key in "aabbcc":
        assert resolved(references, key).pointer == "/x"
    assert [(found.severity, found.place.line) for found in report] == [("warning", 1), ("note", 2)]


def test_no_other_file_is_opened(document: Document, tmp_path: Path) -> None:
    references, _ = document(
        "a: {$ref: ../outside.yml}\nb: {$ref: /etc/passwd}\nc: {$ref: 'http://127.0.0.1:9/'}\n"
        "d: {$ref: link.yml}\ne: {$ref: file:///etc/passwd}\n"
    )
    (tmp_path / "outside.yml").write_text("x: 1\n")
    (tmp_path / "folder" / "link.yml").symlink_to("../outside.yml")
    opened: list[str] = []
    watching = True

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if watching and event in ("open", "socket.connect", "socket.getaddrinfo"):
            opened.append(f"{event} {arguments[0]}")

    sys.addaudithook(watch)
    for key in "abcde":
        assert references.resolve(at(references, key)) is None
    watching = False
    assert not opened


# ------------------------------------------------------------------------------------------ traits


def merged(references: References) -> Any:
    return references.merge_traits(at(references, "message")).plain()


def test_traits_win_over_the_message_and_later_ones_over_earlier_ones(document: Document) -> None:
    references, report = document(
        "message:\n"
        "  title: message\n"
        "  summary: message\n"
        "  headers: {type: object, properties: {a: {type: string}, b: {type: string}}}\n"
        "  tags: [{name: message}]\n"
        "  x-gone: 1\n"
        "  traits:\n"
        "  - {title: first, contentType: text/plain, tags: [{name: first}]}\n"
        "  - $ref: '#/trait'\n"
        "trait:\n"
        "  title: second\n"
        "  headers: {properties: {b: {type: integer}, c: {x: {y: null, z: 1}}}}\n"
        "  x-gone: null\n"
    )
    result = merged(references)
    del result["traits"]
    assert result == {
        "title": "second",
        "summary": "message",
        "contentType": "text/plain",
        "tags": [{"name": "first"}],
        "headers": {
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "integer"}, "c": {"x": {"z": 1}}},
        },
    }
    assert not list(report)


def test_what_is_merged_keeps_its_place(document: Document) -> None:
    references, _ = document(
        "message:\n  title: a\n  traits:\n  - $ref: 't.yml'\n", t_yml="x: 1\nsummary: b\n"
    )
    message = references.merge_traits(at(references, "message"))
    summary = message.get("summary")
    assert summary
    assert (message.file, message.pointer) == ("", "/message")
    assert (summary.file, summary.pointer, summary.place.path) == ("t.yml", "/summary", "t.yml")
    assert message.key_place("summary").line == 2


def test_references_of_both_sides_are_followed_to_be_merged(document: Document) -> None:
    references, report = document(
        "message: {bindings: {$ref: '#/x'}, traits: [{bindings: {$ref: '#/y'}}]}\n"
        "x: {http: {a: 1}}\ny: {http: {b: 2}, sse: {}}\n"
    )
    assert merged(references)["bindings"] == {"http": {"a": 1, "b": 2}, "sse": {}}
    assert not list(report)


def test_deeper_references_are_values_like_others(document: Document) -> None:
    references, _ = document(
        "message:\n"
        "  headers: {properties: {a: {$ref: '#/a'}, b: {type: string}}}\n"
        "  traits: [{headers: {properties: {a: {type: string}, b: {$ref: '#/a'}}}}]\n"
        "a: {properties: {a: {$ref: '#/a'}}}\n"
    )
    assert merged(references)["headers"]["properties"] == {
        "a": {"type": "string"},
        "b": {"$ref": "#/a"},
    }


@pytest.mark.parametrize(
    ("traits", "code"),
    [
        ("{a: 1}", "invalid-trait"),
        ("[text]", "invalid-trait"),
        ("[{$ref: '#/absent'}]", "unresolved-reference"),
    ],
)
def test_wrong_traits_are_errors(document: Document, traits: str, code: str) -> None:
    references, report = document(f"message: {{title: a, traits: {traits}}}\n")
    assert merged(references)["title"] == "a"
    assert only_error(report).code == code
