"""What a build may change on the disk, and that it changes all of it or nothing."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from asyncapi_sse_gen import output
from asyncapi_sse_gen.diagnostics import DocumentError, Report
from asyncapi_sse_gen.output import MANIFEST, Provenance

# Other tests may have threads; the children of these use none of their locks.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")

OLD = {"client.py": b"old client\n", "same.py": b"same\n", "gone/stale.py": b"stale\n"}
NEW = {"client.py": b"new client\n", "same.py": b"same\n", "tests/test_new.py": b"new test\n"}

CALLS = ("open", "write", "fsync", "replace", "mkdir", "unlink", "rmdir")
"""What the build asks of the operating system, and what can therefore fail."""


def provenance(text: str) -> Provenance:
    return Provenance(generator="1", documents={"spec.yml": text}, options={"tests": True})


def write(files: Mapping[str, bytes], folder: Path, *, force: bool = False) -> bool:
    return output.write(files, folder, provenance(str(sorted(files))), Report(), force=force)


def refused(files: Mapping[str, bytes], folder: Path, *, force: bool = False) -> list[str]:
    """The codes of the errors for which the build refuses."""
    report = Report()
    with pytest.raises(DocumentError):
        output.write(files, folder, provenance("x"), report, force=force)
    return [diagnostic.code for diagnostic in report]


def compare(files: Mapping[str, bytes], folder: Path) -> tuple[str, list[str]]:
    """The difference and the codes of what is reported."""
    report = Report()
    difference = output.compare(files, folder, provenance(str(sorted(files))), report)
    return difference, [diagnostic.code for diagnostic in report]


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file below the folder's parent, staging folders included."""
    top = folder.parent
    return {
        str(path.relative_to(top)): path.read_bytes() for path in top.rglob("*") if path.is_file()
    }


def listed(files: Mapping[str, bytes], folder: Path) -> dict[str, bytes]:
    """The snapshot that a build of these files gives, the manifest apart."""
    return {f"{folder.name}/{path}": data for path, data in files.items()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package that was built from OLD, with a file of the user's in it."""
    folder = tmp_path / "out" / "package"
    write(OLD, folder)
    (folder / "notes.txt").write_bytes(b"mine\n")
    return folder


def test_a_build_writes_the_files_and_the_manifest(tmp_path: Path) -> None:
    folder = tmp_path / "out" / "package"
    assert write(OLD, folder)
    written = snapshot(folder)
    assert written.pop(f"package/{MANIFEST}")
    assert written == listed(OLD, folder)


def test_the_same_build_changes_nothing(folder: Path) -> None:
    before = snapshot(folder)
    assert not write(OLD, folder)
    assert snapshot(folder) == before


def test_stale_files_go_and_files_of_the_user_stay(folder: Path) -> None:
    assert write(NEW, folder)
    written = snapshot(folder)
    assert written.pop(f"package/{MANIFEST}")
    assert written == listed(NEW, folder) | {"package/notes.txt": b"mine\n"}
    assert not (folder / "gone").exists()


def test_an_edited_file_is_kept_unless_forced(folder: Path) -> None:
    (folder / "client.py").write_bytes(b"edited\n")
    (folder / "gone" / "stale.py").write_bytes(b"edited too\n")
    before = snapshot(folder)
    assert refused(NEW, folder) == ["edited-file", "edited-file"]
    assert snapshot(folder) == before
    assert write(NEW, folder, force=True)
    assert (folder / "client.py").read_bytes() == NEW["client.py"]
    assert not (folder / "gone").exists()


def test_a_file_that_no_build_has_written_is_never_replaced(folder: Path) -> None:
    (folder / "tests").mkdir()
    (folder / "tests" / "test_new.py").write_bytes(b"of the user\n")
    assert refused(NEW, folder, force=True) == ["foreign-file"]
    assert (folder / "tests" / "test_new.py").read_bytes() == b"of the user\n"
    assert (folder / "client.py").read_bytes() == OLD["client.py"]


def test_a_folder_without_a_manifest_is_not_taken_over(tmp_path: Path) -> None:
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "client.py").write_bytes(b"of the user\n")
    assert refused(NEW, folder, force=True) == ["foreign-file"]


def test_an_edit_that_is_what_the_build_would_write_is_no_obstacle(folder: Path) -> None:
    (folder / "client.py").write_bytes(NEW["client.py"])
    assert write(NEW, folder)


@pytest.mark.parametrize(
    "manifest",
    [
        b"",
        b"<<<<<<< ours",
        b"[]",
        b'{"files": 1}',
        b'{"generator": "1", "documents": {}, "options": {}, "files": {"../../x": "0"}}',
        b'{"generator": "1", "documents": {}, "options": {}, "files": {"/etc/x": "0"}}',
        b'{"folder": "", "generator": "1", "documents": {}, "options": {}, "files": {"./x": "0"}}',
    ],
)
def test_a_broken_manifest_stops_the_build(folder: Path, manifest: bytes) -> None:
    (folder / MANIFEST).write_bytes(manifest)
    before = snapshot(folder)
    assert refused(NEW, folder, force=True) == ["broken-manifest"]
    assert snapshot(folder) == before


def test_a_document_may_be_called_what_its_system_allows(tmp_path: Path) -> None:
    origin = Provenance(generator="1", documents={"a\\b.yml": "x"}, options={})
    if os.sep == "/":
        for is_new in (True, False):
            assert output.write(OLD, tmp_path / "package", origin, Report()) == is_new


# ------------------------------------------------------------------------------------------ links


def test_a_package_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "package").symlink_to("elsewhere")
    assert refused(NEW, tmp_path / "package", force=True) == ["output-is-link"]
    assert not list((tmp_path / "elsewhere").iterdir())


def test_a_folder_behind_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to("elsewhere")
    assert refused(NEW, tmp_path / "link" / "deep" / "package") == ["output-is-link"]
    assert not list((tmp_path / "elsewhere").iterdir())


def test_links_within_the_package_are_not_followed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.py").write_bytes(OLD["client.py"])
    (folder / "client.py").unlink()
    (folder / "client.py").symlink_to(tmp_path / "outside.py")
    (tmp_path / "tests").mkdir()
    (folder / "tests").symlink_to(tmp_path / "tests")
    assert refused(NEW, folder, force=True) == ["foreign-file", "foreign-file"]
    assert (tmp_path / "outside.py").read_bytes() == OLD["client.py"]
    assert not list((tmp_path / "tests").iterdir())
    assert "outdated-file" in compare(OLD, folder)[1]


def test_a_manifest_that_is_a_link_is_not_believed(folder: Path, tmp_path: Path) -> None:
    (folder / MANIFEST).rename(tmp_path / "manifest")
    (folder / MANIFEST).symlink_to(tmp_path / "manifest")
    assert not output.is_current(folder, provenance(str(sorted(OLD))), since=0)
    assert refused(OLD, folder, force=True) == ["broken-manifest"]
    assert compare(OLD, folder)[1] == ["outdated-file"]
    (tmp_path / "manifest").unlink()
    assert refused(OLD, folder, force=True) == ["broken-manifest"]


# ------------------------------------------------------------------------------------- comparison


def test_comparing_finds_nothing_where_nothing_is(folder: Path) -> None:
    assert compare(OLD, folder) == ("", [])


def test_comparing_shows_changed_missing_and_stale_files(folder: Path) -> None:
    before = snapshot(folder)
    difference, codes = compare(NEW, folder)
    assert codes == ["outdated-file"] * 4
    assert "-old client\n+new client\n" in difference
    assert "+new test\n" in difference
    assert "-stale\n" in difference
    assert "notes.txt" not in difference
    assert snapshot(folder) == before


def test_comparing_with_nothing_is_one_error(tmp_path: Path) -> None:
    assert compare(NEW, tmp_path / "package") == ("", ["missing-package"])


@pytest.mark.parametrize("way", ["a link", "a file", "unreadable"])
def test_comparing_behind_what_is_no_folder_is_one_error(
    folder: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, code = folder, "unusable-output"
    if way == "a link":
        target, code = folder.with_name("link") / folder.name, "output-is-link"
        target.parent.symlink_to(folder.parent)
    elif way == "a file":
        target = folder / "client.py"
    else:
        monkeypatch.setattr(Path, "exists", no_permission)
    report = Report()
    with pytest.raises(DocumentError):
        output.compare(OLD, target, provenance("x"), report)
    assert [diagnostic.code for diagnostic in report] == [code]


def test_comparing_misses_no_edit_of_one_byte(folder: Path) -> None:
    for path in (*OLD, MANIFEST):
        data = (folder / path).read_bytes()
        for index in range(len(data)):
            edited = data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :]
            (folder / path).write_bytes(edited)
            difference, codes = compare(OLD, folder)
            assert codes, (path, index)
            assert difference, (path, index)
        (folder / path).write_bytes(data)
    assert compare(OLD, folder) == ("", [])


def test_a_difference_is_bounded_and_printable(folder: Path) -> None:
    (folder / "client.py").write_bytes(b"\x1b[31m\xff\r\n" * 1000)
    difference, _ = compare(OLD, folder)
    assert difference.count("\n") == 501
    assert "more lines" in difference
    assert "-\\x1b[31m\\xff\\r\n" in difference


def test_a_long_line_is_bounded_too(folder: Path) -> None:
    (folder / "client.py").write_bytes(b"x" * 1_000_000)
    difference, codes = compare(OLD, folder)
    assert codes == ["outdated-file"]
    assert len(difference) < 2000
    assert "xxx ... and 999,001 more characters\n" in difference


# ------------------------------------------------------------------------------------ being current


def test_a_package_is_current_until_something_changes(folder: Path) -> None:
    current = provenance(str(sorted(OLD)))
    assert output.is_current(folder, current, since=0)
    assert not output.is_current(folder, provenance("other"), since=0)
    assert not output.is_current(folder, current, since=2**40)
    (folder / "same.py").write_bytes(b"edited\n")
    assert not output.is_current(folder, current, since=0)


# ------------------------------------------------------------------ failing and being killed midway


@contextmanager
def fault(*numbers: int, strike: Callable[[], None], after: bool = False) -> Generator[list[str]]:
    """Strike at the calls of these numbers, or right after them; the list names the calls made."""
    calls: list[str] = []

    def wrapped(name: str, function: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **options: object) -> object:
            calls.append(name)
            is_struck = len(calls) in numbers
            if is_struck and not after:
                strike()
            result = function(*arguments, **options)
            if is_struck and after:
                strike()
            return result

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in CALLS:
            patch.setattr(os, name, wrapped(name, getattr(os, name)))
        yield calls


def count_calls(folder: Path) -> int:
    with fault(strike=lambda: None) as calls:
        write(NEW, folder)
    return len(calls)


def no_space() -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def no_permission(*_: object) -> None:
    raise PermissionError(errno.EACCES, "Permission denied")


def interrupt() -> None:
    raise KeyboardInterrupt


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def rebuilt(tmp_path: Path, name: str) -> Path:
    folder = tmp_path / name / "package"
    write(OLD, folder)
    (folder / "notes.txt").write_bytes(b"mine\n")
    return folder


@pytest.mark.parametrize(
    ("strike", "after"), [(no_space, False), (interrupt, False), (interrupt, True)]
)
def test_a_failure_anywhere_leaves_the_old_package(
    tmp_path: Path, strike: Callable[[], None], after: bool
) -> None:
    total = count_calls(rebuilt(tmp_path, "count"))
    assert total > 20
    for number in range(1, total + 1):
        folder = rebuilt(tmp_path, str(number))
        before = snapshot(folder)
        try:
            with fault(number, strike=strike, after=after):
                write(NEW, folder)
        except (DocumentError, KeyboardInterrupt):
            assert snapshot(folder) == before, number
            assert not (folder / "tests").exists()
        else:
            assert compare(NEW, folder) == ("", []), number
        assert write(NEW, folder) or compare(NEW, folder) == ("", [])
        assert compare(NEW, folder) == ("", [])


def test_ctrl_c_again_and_again_leaves_the_old_package(tmp_path: Path) -> None:
    total = count_calls(rebuilt(tmp_path, "count"))
    for number in range(1, total + 1):
        for further in (1, 2, 3, 5, 8):
            folder = rebuilt(tmp_path, f"{number}-{further}")
            before = snapshot(folder)
            try:
                with fault(number, number + further, strike=interrupt):
                    write(NEW, folder)
            except KeyboardInterrupt:
                assert snapshot(folder) == before, (number, further)


def test_a_first_build_that_fails_leaves_nothing(tmp_path: Path) -> None:
    total = count_calls(tmp_path / "count" / "package")
    for number in range(1, total + 1):
        folder = tmp_path / str(number) / "deep" / "package"
        try:
            with fault(number, strike=no_space):
                write(NEW, folder)
        except DocumentError:
            assert not (tmp_path / str(number)).exists(), number


def killed_at(number: int, files: Mapping[str, bytes], folder: Path) -> bool:
    """Build in another process that is killed at a call; whether it was."""
    child = os.fork()
    if child == 0:
        try:
            with fault(number, strike=kill):
                write(files, folder)
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def assert_whole(folder: Path) -> None:
    """Every file is the old one or the new one, and the user's is untouched."""
    for path in {*OLD, *NEW}:
        if (folder / path).exists():
            assert (folder / path).read_bytes() in (OLD.get(path), NEW.get(path))
        else:
            assert path not in OLD or path not in NEW
    assert (folder / "notes.txt").read_bytes() == b"mine\n"


def test_a_kill_anywhere_leaves_whole_files_and_the_next_build_repairs(tmp_path: Path) -> None:
    total = count_calls(rebuilt(tmp_path, "count"))
    interrupted = 0
    for number in range(1, total + 1):
        folder = rebuilt(tmp_path, str(number))
        assert killed_at(number, NEW, folder)
        assert_whole(folder)
        interrupted += "interrupted-build" in compare(NEW, folder)[1]
        following = (NEW, OLD)[number % 2]  # Whichever document the next build is of.
        write(following, folder)
        assert compare(following, folder) == ("", []), number
        assert not [path for path in snapshot(folder) if path.startswith(".")]
    assert interrupted > 5


def test_a_kill_of_the_repair_is_repaired_too(tmp_path: Path) -> None:
    for first in range(20, 34, 3):
        for second in range(1, 14, 2):
            folder = rebuilt(tmp_path, f"{first}-{second}")
            killed_at(first, NEW, folder)
            killed_at(second, NEW, folder)
            assert_whole(folder)
            write(NEW, folder)
            assert compare(NEW, folder) == ("", [])


def test_two_builds_at_once_do_not_mix(tmp_path: Path) -> None:
    folder = tmp_path / "out" / "package"
    children: list[int] = []
    for files in (OLD, NEW) * 5:
        child = os.fork()
        if child == 0:
            try:
                write(files, folder)
                os._exit(0)
            finally:
                os._exit(1)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 10
    assert ("", []) in (compare(OLD, folder), compare(NEW, folder))


def test_an_edit_between_kill_and_repair_is_kept(tmp_path: Path) -> None:
    number = 0
    folder = rebuilt(tmp_path, "0")
    while "interrupted-build" not in compare(NEW, folder)[1]:
        number += 1
        folder = rebuilt(tmp_path, str(number))
        assert killed_at(number, NEW, folder)
    (folder / "client.py").write_bytes(b"edited\n")
    assert refused(NEW, folder) == ["edited-file"]
    assert (folder / "client.py").read_bytes() == b"edited\n"
