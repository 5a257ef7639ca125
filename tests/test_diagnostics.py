"""How diagnostics are printed, format by format."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from asyncapi_sse_gen.diagnostics import Diagnostic, Place
from asyncapi_sse_gen.presentation import STYLES, as_json, concise, full, github

TEXT = """\
first: line
      - $ref: '#/components/messages/StreamDon'
\ttabs:\t日本 [DONE]
"""


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The file that the places below are in, as a user in its folder would name it."""
    monkeypatch.chdir(tmp_path)
    Path("spec.yml").write_text(TEXT + "\n" * 96 + "x" * 1000 + "!" + "y" * 1000 + "\n")
    return "spec.yml"


def diagnostic(place: Place, message: str = "m", label: str = "", help: str = "") -> Diagnostic:
    return Diagnostic(
        code="a-code", severity="error", message=message, place=place, label=label, help=help
    )


def test_full_shows_the_line_and_the_cure(path: str) -> None:
    place = Place(path=path, line=2, column=15, length=33)
    found = diagnostic(place, "nothing there", "no such message", "did you mean `StreamDone`?")
    assert full([found]) == """\
error[a-code]: nothing there
 --> spec.yml:2:15
  |
2 |       - $ref: '#/components/messages/StreamDon'
  |               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no such message
  = help: did you mean `StreamDone`?
"""


def test_full_aligns_below_tabs_and_wide_characters(path: str) -> None:
    place = Place(path=path, line=3, column=11, length=6)
    shown = full([diagnostic(place)]).splitlines()
    assert shown[3:] == ["3 |     tabs:    日本 [DONE]", "  |                   ^^^^^^"]
    place = Place(path=path, line=3, column=8, length=2)
    assert full([diagnostic(place)]).splitlines()[4] == "  |              ^^^^"


def test_full_cuts_long_lines_and_widens_the_margin(path: str) -> None:
    shown = full([diagnostic(Place(path=path, line=100, column=1001), help="h")]).splitlines()
    assert shown[1] == "   --> spec.yml:100:1001"
    assert shown[2] == "    |"
    assert shown[3] == "100 | ..." + "x" * 40 + "!" + "y" * 99 + "..."
    assert shown[4] == "    | " + " " * 43 + "^"
    assert shown[5] == "    = help: h"


@pytest.mark.parametrize(
    "place",
    [
        Place(path="spec.yml"),
        Place(path="absent.yml", line=3, column=4),
        Place(path="spec.yml", line=1000),
        Place(path="."),
    ],
)
@pytest.mark.usefixtures("path")
def test_full_without_a_line_names_the_file(place: Place) -> None:
    shown = full([diagnostic(place, help="h")])
    assert shown == f"error[a-code]: m\n --> {place.path}\n  = help: h\n"


def test_full_separates_by_an_empty_line(path: str) -> None:
    assert full([diagnostic(Place(path=path))] * 2).count("\n\nerror") == 1


def test_concise_is_a_line_each() -> None:
    found = [diagnostic(Place(path="a.yml", line=3, column=4), help="h")] * 2
    assert concise(found) == "a.yml:3:4: error[a-code]: m\n" * 2


def test_json_is_one_array() -> None:
    found = diagnostic(Place(path="a.yml", line=3, column=4, length=9), "é\x1b\ud800", "l", "h")
    assert json.loads(as_json([found])) == [
        {
            "code": "a-code",
            "severity": "error",
            "message": "é\x1b\ud800",
            "path": "a.yml",
            "line": 3,
            "column": 4,
            "help": "h",
        }
    ]
    assert as_json([found]).isascii()


def test_github_escapes_what_its_commands_reserve() -> None:
    found = Diagnostic(
        code="a-code",
        severity="note",
        message="100% of a,b: c",
        place=Place(path="a,b:%.yml", line=3, column=4),
        help="h",
    )
    assert github([found]) == (
        "::notice file=a%2Cb%3A%25.yml,line=3,col=4,title=a-code::100%25 of a,b: c%0Ahelp: h\n"
    )


@pytest.mark.parametrize("style", STYLES)
def test_nothing_to_say(style: str) -> None:
    assert STYLES[style]([]) == ("[]\n" if style == "json" else "")


@pytest.mark.parametrize("style", ["full", "concise", "github"])
def test_document_text_neither_breaks_lines_nor_steers_the_terminal(
    tmp_path: Path, style: str
) -> None:
    path = tmp_path / "a\n\x1b[31m.yml"
    hostile = "\x1b[31m\r\n::error::\u202e\u2028\x07\x9b" + "x" * 10_000
    path.write_text(hostile)
    place = Place(path=str(path), line=1, column=2, length=20_000)
    lines = shown_lines(style, [diagnostic(place, hostile, hostile, hostile)])
    assert len(lines) == {"full": 6, "concise": 1, "github": 1}[style]
    assert all(line.isprintable() and len(line) < 1500 for line in lines)


def shown_lines(style: str, found: Sequence[Diagnostic]) -> list[str]:
    return STYLES[style](found).removesuffix("\n").split("\n")
