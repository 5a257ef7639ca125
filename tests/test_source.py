"""How YAML and JSON are read: exactly, with places, and within bounds."""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml
from asyncapi_sse_gen import source
from asyncapi_sse_gen.diagnostics import Diagnostic, DocumentError, Report
from asyncapi_sse_gen.nodes import Node
from asyncapi_sse_gen.source import reading
from hypothesis import given, settings
from hypothesis import strategies as st


def parse(text: str) -> Node:
    """The root of a text that has no errors."""
    return source.parse(text, Report(), "spec.yml")


def plain(text: str) -> Any:
    return parse(text).plain()


def errors(content: str | bytes, path: Path) -> list[Diagnostic]:
    """The errors of a file with this content."""
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return errors_of(path)


def errors_of(path: Path) -> list[Diagnostic]:
    report = Report()
    with pytest.raises(DocumentError):
        source.read(path, report, path.name)
    return [diagnostic for diagnostic in report if diagnostic.severity == "error"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "spec.yml"


# ----------------------------------------------------------------------------------------- values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("12", 12),
        ("-7", -7),
        ("010", 10),
        ("0o10", 8),
        ("0x1F", 31),
        ("1.50", 1.5),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("2026-05-29", "2026-05-29"),
        ("2024-13-45", "2024-13-45"),
        ("12:30:45", "12:30:45"),
        ("1_000", "1_000"),
        ("1.2.3", "1.2.3"),
        ("-x", "-x"),
        ("0b1", "0b1"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("!!str 12", "12"),
        ("! 12", "12"),
        ("|\n  a\n  b\n", "a\nb\n"),
        ("a\u2028b", "a\u2028b"),
        ("'a\x85b'", "a\x85b"),
    ],
)
def test_scalars_follow_the_core_schema(text: str, value: object) -> None:
    found = plain(f"key: {text}")["key"]
    assert found == value
    assert type(found) is type(value)


def test_a_scalar_keeps_its_text() -> None:
    root = parse("version: 1.10\nother: '1.10'\n")
    assert [node.text for _, node in root.items()] == ["1.10", "1.10"]
    assert root.plain() == {"version": 1.1, "other": "1.10"}


def test_nodes_know_their_place_and_pointer() -> None:
    root = parse("info:\n  ä: 'é ü'\n  list:\n  - a/b: 1\n")
    node = root.get("info", "ä")
    assert node
    assert (node.place.line, node.place.column, node.place.length) == (2, 6, 5)
    assert (root.get("info") or root).key_place("ä").column == 3
    element = next((root.get("info", "list") or root).elements())
    assert element.pointer == "/info/list/0"
    assert (element.get("a/b") or root).pointer == "/info/list/0/a~1b"
    assert (element.get("a/b") or root).name == "a/b"


def test_keys_that_are_no_text_stay_apart() -> None:
    report = Report()
    text = "1: a\ntrue: b\nnull: c\n2.5: d\nno: e\n2024-01-01: f\n? x\n: g\n"
    root = source.parse(text, report, "spec.yml")
    assert list(root.plain()) == ["1", "true", "null", "2.5", "no", "2024-01-01", "x"]
    assert [(found.code, found.severity, found.place.line) for found in report] == [
        ("key-read-as-text", "note", line) for line in (1, 2, 3, 4)
    ]


def test_aliases_and_merge_keys() -> None:
    root = parse("a: &a {x: 1, y: 2}\nb: *a\nc: {y: 3, <<: *a}\nd: {<<: [{x: 5}, *a]}\n")
    assert root.plain() == {
        "a": {"x": 1, "y": 2},
        "b": {"x": 1, "y": 2},
        "c": {"x": 1, "y": 3},
        "d": {"x": 5, "y": 2},
    }
    assert (root.get("b") or root).pointer == "/a"


def test_line_breaks_and_a_byte_order_mark_make_no_difference(path: Path) -> None:
    text = "a: |\n  one\n  two\nb:\n- x\n"
    path.write_bytes(text.encode())
    expected = source.read(path, Report(), "spec.yml")
    for variant in (text.replace("\n", "\r\n"), text.replace("\n", "\r"), "\ufeff" + text):
        path.write_bytes(variant.encode())
        found = source.read(path, Report(), "spec.yml")
        assert found.plain() == expected.plain()
        assert (found.get("b") or found).place == (expected.get("b") or expected).place


def test_the_pure_python_parser_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a: &a [1, 'two', \"\\u00e9\"]\nb: {c: *a, d: 2026-05-29}\ne: |\n  x\n"
    fast = parse(text)
    monkeypatch.setattr(reading, "_LOADER", yaml.SafeLoader)
    slow = parse(text)
    assert slow.plain() == fast.plain()
    assert (slow.get("b", "c") or slow).place == (fast.get("b", "c") or fast).place


# ------------------------------------------------------------------------------------------- JSON


def test_json_is_read_as_json_says() -> None:
    text = (
        '{\n\t"a": "\\ud83d\\ude00\\/",\n'
        '\t"b": [1, -2.5e3, true, null, {}],\n'
        '\t"c\u2028": "\x7f"\n}'
    )
    root = parse(text)
    assert root.plain() == {
        "a": "😀/",
        "b": [1, -2500.0, True, None, {}],
        "c\u2028": "\x7f",
    }
    node = root.get("b")
    assert node
    assert (node.place.line, node.place.column) == (3, 7)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**18), 10**18) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@settings(deadline=None)
@given(st.dictionaries(st.text(), _JSON, max_size=4), st.sampled_from([None, 2, "\t"]))
def test_json_in_any_layout_is_read_as_it_is(value: object, indent: int | str | None) -> None:
    for ascii_only in (True, False):
        assert plain(json.dumps(value, indent=indent, ensure_ascii=ascii_only)) == value


def test_json_has_no_duplicate_keys_either(path: Path) -> None:
    (error,) = errors('{"a": 1,\n "a": 2}', path)
    assert (error.code, error.place.line, error.place.column) == ("duplicate-key", 2, 2)


# ------------------------------------------------------------------------------------ what is wrong

_DEEP = "a: " + "[" * 150 + "]" * 150
_BOMB = "a: &a [1,1,1,1,1,1,1,1]\n" + "".join(
    f"{name}: &{name} [{','.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
_TALL = "a0: &a0 {x: 1}\n" + "".join(f"a{i}: &a{i} {{x: *a{i - 1}}}\n" for i in range(1, 200))


@pytest.mark.parametrize(
    ("content", "code", "line", "column"),
    [
        ("", "empty-document", 1, 1),
        ("# nothing\n", "empty-document", 1, 1),
        ("just text\n", "not-a-mapping", 1, 1),
        ("- a\n- b\n", "not-a-mapping", 1, 1),
        ("[1, 2]", "not-a-mapping", 1, 1),
        ("null\n", "not-a-mapping", 1, 1),
        ("a: 1\n---\nb: 2\n", "several-documents", 2, 1),
        ("a: 1\nb: 2\na: 3\n", "duplicate-key", 3, 1),
        ("1: a\n'1': b\n", "duplicate-key", 2, 1),
        ("a: !custom b\n", "custom-tag", 1, 4),
        ("a: !!python/object/apply:os.system [x]\n", "custom-tag", 1, 4),
        ("a: !!int 3\n", "custom-tag", 1, 4),
        ("a: *b\n", "unknown-alias", 1, 4),
        ("a: &a [*a]\n", "cyclic-alias", 1, 8),
        ("? {a: 1}\n: 2\n", "key-not-text", 1, 3),
        ("? [a]\n: 2\n", "key-not-text", 1, 3),
        ("? " + "k" * 2000 + "\n: 1\n", "key-too-long", 1, 3),
        ("a: {<<: text}\n", "merge-not-mapping", 1, 9),
        (f"a: {'9' * 5000}\n", "number-out-of-range", 1, 4),
        ("a: 1e999\n", "number-out-of-range", 1, 4),
        ("a: .nan\n", "number-out-of-range", 1, 4),
        ("a: -.inf\n", "number-out-of-range", 1, 4),
        ("a: b\x00\n", "control-character", 1, 5),
        ("ok: 1\na: \x1b[31m\n", "control-character", 2, 4),
        ("a: \ufdd0\n", "control-character", 1, 4),
        (b"a: 1\nb: caf\xe9\n", "not-utf-8", 2, 7),
        (b"\xff\xfe\x00", "not-utf-8", 1, 1),
        ('{"a": "\\ud800"}', "lone-surrogate", 1, 7),
        ('a: "\\ud800"\n', "yaml-syntax", 1, 7),
        (_DEEP, "too-deep", 1, 103),
        ('{"a": ' * 2000 + "1" + "}" * 2000, "too-deep", 1, 601),
        (_TALL, "too-deep", 99, 15),
        (_BOMB, "too-many-values", 6, 32),
    ],
)
def test_what_is_wrong_is_an_error_at_its_place(
    path: Path, content: str | bytes, code: str, line: int, column: int
) -> None:
    (error,) = errors(content, path)
    assert (error.code, error.place.line, error.place.column) == (code, line, column)


def test_all_faults_that_leave_the_rest_readable_are_reported(path: Path) -> None:
    found = errors("a: .nan\nb: 1\nb: !x 2\nc: 1e999\n", path)
    assert [error.code for error in found] == [
        "number-out-of-range",
        "duplicate-key",
        "custom-tag",
        "number-out-of-range",
    ]
    assert "line 2 and in line 3" in found[1].message


def test_errors_are_bounded(path: Path) -> None:
    assert len(errors("a: 1\n" * 1000, path)) == 100


@pytest.mark.parametrize(
    ("content", "line", "cure"),
    [
        ("Chat API\nasyncapi: 2.6.0\n", 1, "remove the line, or make it a comment"),
        ("\n# ok\n**Chat API**\nasyncapi: 2.6.0\n", 3, "remove the line"),
        ("```yaml\nasyncapi: 2.6.0\n", 1, "remove the line"),
        ("- Chat API\nasyncapi: 2.6.0\n", 1, "remove the line"),
        ("Chat API: x\nasyncapi: 2.6.0\na: @x\n", 3, "text that starts with `@`"),
        ("'Chat API'\nasyncapi: 2.6.0\n", 1, "remove the line"),
        ("Chat: the API: live\nasyncapi: 2.6.0\n", 1, "colon and a space needs quotes"),
        ("asyncapi: 2.6.0\na: [DONE] ends it\n", 2, "text that starts with `[` needs quotes"),
        ("asyncapi: 2.6.0\na: data: [DONE]\n", 2, "a colon and a space needs quotes"),
        ("asyncapi: 2.6.0\na: @x\n", 2, "text that starts with `@` needs quotes"),
        ("asyncapi: 2.6.0\na:\n\tb: 1\n", 3, "indented by spaces, not by tabs"),
        ("asyncapi: 2.6.0\na: 'it's'\n", 2, "a `'` is written `''`"),
        ('asyncapi: 2.6.0\na: "\\d"\n', 2, "a backslash starts an escape"),
    ],
)
def test_a_syntax_error_says_how_to_mend_it(path: Path, content: str, line: int, cure: str) -> None:
    (error,) = errors(content, path)
    assert (error.code, error.place.line) == ("yaml-syntax", line)
    assert cure in error.help


def test_what_can_not_be_read_is_an_error(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    for name in ("absent.yml", ".", "pipe", "loop", "x" * 300):
        (error,) = errors_of(tmp_path / name)
        assert error.code == "unreadable-file"


def test_a_file_that_is_too_large_is_not_parsed(path: Path) -> None:
    path.write_bytes(b"#" * (16 * 1024 * 1024 + 1))
    (error,) = errors_of(path)
    assert error.code == "document-too-large"


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "[" * 20_000,
        "[" * 20_000,
        "a: &a [1]\n" + "b: *a\n" * 3,
        '{"' + "k" * 1000 + '": [' + "1," * 200_000 + "1]}",
        "- " * 20_000,
        "{" * 20_000,
        "? " * 20_000,
        "a: " + '"' * 100_001,
    ],
)
def test_hostile_texts_take_no_time(text: str) -> None:
    started = time.monotonic()
    with suppress(DocumentError):
        source.parse(text, Report(), "spec.yml")
    assert time.monotonic() - started < 5
