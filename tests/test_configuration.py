"""What `[tool.asyncapi-sse-gen]` may say, where it is found, and what wins over it."""

from __future__ import annotations

from pathlib import Path

import pytest
from asyncapi_sse_gen.diagnostics import Diagnostic, DocumentError, Report
from asyncapi_sse_gen.planning import plan_builds
from asyncapi_sse_gen.selection import WrongUseError
from asyncapi_sse_gen.settings import Options, Settings

DOCUMENT = "asyncapi: 2.6.0\n"

Planned = list[tuple[str, str, Options]]
"""Document, output folder and options of each job."""


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with some documents, which is the working directory."""
    for path in ("specs/a.yml", "specs/b.yaml", "specs/deep/c.json", "other/d.yml"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        text = '{"asyncapi": "2.6.0"}' if path.endswith("json") else DOCUMENT
        (tmp_path / path).write_text(text)
    (tmp_path / "specs" / "schemas.yml").write_text("Chunk: {type: object}\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def configure(*lines: str) -> None:
    text = "\n".join(['[project]\nname = "x"\n\n[tool.asyncapi-sse-gen]', *lines, ""])
    Path("pyproject.toml").write_text(text)


def plan(*documents: str, said: Settings | None = None) -> Planned:
    report = Report()
    jobs = plan_builds(documents, said or Settings(), report)
    assert not list(report)
    return [(job.document.as_posix(), job.folder.as_posix(), job.options) for job in jobs]


def complaints(*documents: str) -> list[Diagnostic]:
    report = Report()
    try:
        plan_builds(documents, Settings(), report)
    except DocumentError:
        assert report.has_errors
    return list(report)


PLAIN = Options()


# ------------------------------------------------------------------------------------ what is meant


def test_a_path_a_folder_or_a_pattern_stands_for_documents() -> None:
    configure('documents = ["specs/b.yaml", "specs", "*/d.yml"]')
    found = ["specs/b.yaml", "specs/a.yml", "specs/deep/c.json", "other/d.yml"]
    assert plan() == [(document, "generated", PLAIN) for document in found]


def test_each_document_is_built_once() -> None:
    Path("link.yml").symlink_to("specs/a.yml")
    once = [("specs/a.yml", "generated", PLAIN)]
    assert plan("specs/a.yml", "specs/a.yml", "./specs/../specs/a.yml", "link.yml") == once


def test_folders_of_others_hold_no_documents() -> None:
    for folder in (".hidden", "node_modules", "venv", "specs/__pycache__"):
        Path(folder).mkdir()
        Path(folder, "x.yml").write_text(DOCUMENT)
    Path("venv", "pyvenv.cfg").touch()
    assert len(plan(".")) == 4


def test_what_says_of_itself_that_it_is_a_document_is_one() -> None:
    Path("a").mkdir()
    Path("a", "titled.yml").write_text("A stray title\nasyncapi: '2.6.0'\n")
    Path("a", "package.json").write_text('{"dependencies": {"asyncapi": "^2.0"}}')
    Path("a", "nested.yml").write_text("x:\n  asyncapi: 2.6.0\n")
    Path("a", "notes.md").write_text(DOCUMENT)
    Path("a", "binary.yml").write_bytes(b"\xff\xfe\x00")
    assert [document for document, _, _ in plan("a")] == ["a/titled.yml"]


def test_options_of_all_and_of_one() -> None:
    configure(
        'documents = ["specs", {path = "other/d.yml", name = "own", output = "elsewhere"}]',
        'output = "clients"',
        "tests = false",
        "[[tool.asyncapi-sse-gen.documents]]",
    )
    # An array that is written out can't be added to.
    assert [diagnostic.code for diagnostic in complaints()] == ["configuration-syntax"]
    configure(
        'output = "clients"',
        "tests = false",
        "[[tool.asyncapi-sse-gen.documents]]",
        'path = "specs"',
        "[[tool.asyncapi-sse-gen.documents]]",
        'path = "other/d.yml"',
        'name = "own"',
        'output = "elsewhere"',
        "tests = true",
    )
    assert plan()[0] == ("specs/a.yml", "clients", Options(tests=False))
    assert plan()[-1] == ("other/d.yml", "elsewhere", Options(name="own"))


def test_what_is_named_by_itself_is_not_selected_by_a_pattern_too() -> None:
    configure('documents = ["specs/*", {path = "specs/a.yml", name = "own"}]')
    assert plan() == [
        ("specs/b.yaml", "generated", PLAIN),
        ("specs/a.yml", "generated", Options(name="own")),
    ]


def test_a_document_may_be_built_in_two_ways() -> None:
    configure('documents = ["specs/a.yml", {path = "specs/a.yml", name = "own", tests = false}]')
    options = [PLAIN, Options(name="own", tests=False)]
    assert plan() == [("specs/a.yml", "generated", each) for each in options]
    assert plan("specs/a.yml") == plan()


def test_the_command_line_wins() -> None:
    configure(
        'output = "clients"\ntests = false',
        'documents = [{path = "specs/a.yml", name = "own", output = "elsewhere"}]',
    )
    said = Settings(output=Path("here"), name="mine", tests=True)
    assert plan(said=said) == [("specs/a.yml", "here", Options(name="mine"))]
    assert plan("specs/a.yml") == [
        ("specs/a.yml", "elsewhere", Options(name="own", tests=False)),
    ]
    assert plan("other/d.yml") == [("other/d.yml", "clients", Options(tests=False))]


# ------------------------------------------------------------------------------- where it is found


def test_it_is_found_from_a_folder_below(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configure('documents = ["specs/a.yml"]')
    (project / "specs" / "pyproject.toml").write_text("[project]\nname = 'another'\n")
    monkeypatch.chdir("specs/deep")
    assert plan() == [("../../specs/a.yml", "../../generated", PLAIN)]
    assert plan("../a.yml") == [("../a.yml", "../../generated", PLAIN)]


def test_without_any_there_is_nothing_to_build() -> None:
    for text in ("", "[tool.other]\n# asyncapi-sse-gen\n", "[tool.asyncapi-sse-gen]\n"):
        Path("pyproject.toml").write_text(text)
        with pytest.raises(WrongUseError):
            plan()
        assert plan("specs/a.yml") == [("specs/a.yml", "generated", PLAIN)]


def test_a_broken_file_without_the_table_is_no_obstacle() -> None:
    Path("pyproject.toml").write_text("[tool\n")
    assert plan("specs/a.yml")
    Path("pyproject.toml").write_text("[tool\nasyncapi-sse-gen\n")
    (diagnostic,) = complaints("specs/a.yml")
    assert (diagnostic.code, diagnostic.place.line) == ("configuration-syntax", 1)
    Path("pyproject.toml").write_bytes(b"[tool.asyncapi-sse-gen]\nx = '\xff'\n")
    (diagnostic,) = complaints("specs/a.yml")
    assert (diagnostic.code, diagnostic.place.line) == ("configuration-syntax", 2)


# ------------------------------------------------------------------------------------ what is wrong


@pytest.mark.parametrize(
    ("line", "code", "help"),
    [
        ('outptu = "x"', "unknown-setting", "did you mean `output`?"),
        ("Tests = true", "unknown-setting", "did you mean `tests`?"),
        ("zzz = 1", "unknown-setting", "the settings are documents, output, tests, "),
        ('name = "x"', "unknown-setting", ""),
        ("tests = 1", "invalid-setting", ""),
        ("output = []", "invalid-setting", ""),
        ('output = ""', "invalid-setting", ""),
        ('output = "a\\u0000b"', "invalid-setting", ""),
        ('documents = "specs"', "invalid-setting", ""),
    ],
)
def test_a_wrong_setting_is_an_error_with_its_place(line: str, code: str, help: str) -> None:
    configure("# a comment", line)
    (diagnostic,) = complaints("specs/a.yml")
    assert (diagnostic.code, diagnostic.severity) == (code, "error")
    assert diagnostic.help.startswith(help)
    place = diagnostic.place
    key = line.partition(" ")[0]
    assert (place.path, place.line, place.column) == ("pyproject.toml", 6, 1)
    assert place.length == len(key)


def test_each_fault_of_a_document_has_its_place() -> None:
    configure(
        "documents = [",
        '    "specs/a.yml",',
        '    {path = "a", nmae = "b"}, {path = "b", nmae = "b"},',
        '    {path = "a", name = "not a name"},',
        "    3,",
        '    "a\\u0000b",',
        "]",
    )
    found = [(it.code, it.place.line, it.place.column) for it in complaints()]
    assert found == [
        ("unknown-setting", 7, 18),
        ("unknown-setting", 7, 44),
        ("invalid-setting", 8, 18),
        ("invalid-setting", 5, 1),
    ]


def test_a_text_that_can_be_no_path_is_an_error() -> None:
    configure('documents = ["a\\u0000b"]')
    (diagnostic,) = complaints()
    assert (diagnostic.code, diagnostic.place.line) == ("invalid-setting", 5)


def test_each_table_of_a_document_has_its_place() -> None:
    configure(
        "[[tool.asyncapi-sse-gen.documents]]\npath = 'a'",
        "[[tool.asyncapi-sse-gen.documents]]\ntests = true",
        "[[tool.asyncapi-sse-gen.documents]]\npath = 'b'\ntest = true",
        "[tool.asyncapi-sse-gen.more]\nx = 1",
    )
    found = [(it.code, it.place.line) for it in complaints()]
    assert sorted(found) == [
        ("invalid-setting", 7),
        ("unknown-setting", 11),
        ("unknown-setting", 12),
    ]


def test_other_spellings_of_the_table_are_found() -> None:
    Path("pyproject.toml").write_text("[tool]\n\nasyncapi-sse-gen = {a = 1, b = 2}\n")
    places = [(it.place.line, it.place.column) for it in complaints("specs/a.yml")]
    assert places == [(3, 21), (3, 28)]
    Path("pyproject.toml").write_text("tool.'asyncapi-sse-gen'.outptu = 'x'\n")
    (diagnostic,) = complaints("specs/a.yml")
    assert (diagnostic.place.line, diagnostic.place.column) == (1, 25)
    Path("pyproject.toml").write_text("[tool]\nasyncapi-sse-gen = 3\n")
    (diagnostic,) = complaints("specs/a.yml")
    assert (diagnostic.code, diagnostic.place.line) == ("invalid-setting", 2)


def test_an_entry_that_stands_for_nothing_is_an_error_at_its_place() -> None:
    configure('documents = [\n    "specs/a.yml",\n    "nowhere/*.yml",\n]')
    (diagnostic,) = complaints()
    assert (diagnostic.code, diagnostic.place.line) == ("no-documents", 7)
    assert complaints("specs/a.yml") == []
    (diagnostic,) = complaints("nowhere/*.yml")
    assert (diagnostic.code, diagnostic.place.path) == ("no-documents", "nowhere/*.yml")


def test_a_name_is_for_one_package() -> None:
    configure('documents = [{path = "specs", name = "x"}]')
    (diagnostic,) = complaints()
    assert (diagnostic.code, diagnostic.place.line) == ("invalid-setting", 5)
    with pytest.raises(WrongUseError, match="one package"):
        plan("specs", said=Settings(name="x"))
