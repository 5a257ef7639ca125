"""What the table may say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.settings import is_package_name

from .table import Table

_OPTIONS: Mapping[str, type] = {
    "output": str,
    "tests": bool,
    "distribution": bool,
    "templates": str,
}
_OF_ALL: Mapping[str, type] = {"documents": list, **_OPTIONS}
_OF_ONE: Mapping[str, type] = {"path": str, "name": str, **_OPTIONS}
_NOUNS: Mapping[type, str] = {
    str: "a text that says something",
    bool: "`true` or `false`",
    list: "an array",
}


def check_table(table: Table, report: Report) -> None:
    """Report all that is wrong with the table."""
    right = _check_keys(table, (), table.content, _OF_ALL, report)
    entries: list[Any] = right.get("documents", [])
    for index, entry in enumerate(entries):
        keys = ("documents", index)
        if isinstance(entry, dict):
            _check_entry(table, keys, cast("dict[str, Any]", entry), report)
        elif not isinstance(entry, str) or not _says_something(entry):
            message = "a document is a path, a pattern, or a table with a `path`"
            report.error("invalid-setting", message, table.place(*keys))


def _check_entry(
    table: Table, keys: tuple[str | int, ...], entry: Mapping[str, Any], report: Report
) -> None:
    right = _check_keys(table, keys, entry, _OF_ONE, report)
    if "path" not in entry:
        message = "a document's table needs a `path`"
        report.error("invalid-setting", message, table.place(*keys))
    if "name" in right and not is_package_name(right["name"]):
        message = f"`{right['name']}` is no name that a Python package can have"
        report.error("invalid-setting", message, table.place(*keys, "name"))


def _check_keys(
    table: Table,
    keys: tuple[str | int, ...],
    content: Mapping[str, Any],
    known: Mapping[str, type],
    report: Report,
) -> dict[str, Any]:
    """The settings that are known and of the right type; the others are reported."""
    right: dict[str, Any] = {}
    for key, value in content.items():
        if key not in known:
            message = f"there is no setting `{key}`"
            help = _cure(key, known)
            report.error("unknown-setting", message, table.place(*keys, key), help=help)
        elif not isinstance(value, known[key]) or not _says_something(value):
            message = f"`{key}` isn't {_NOUNS[known[key]]}"
            report.error("invalid-setting", message, table.place(*keys, key))
        else:
            right[key] = value
    return right


def _says_something(value: object) -> bool:
    """Whether a value isn't a text that can name nothing."""
    return not isinstance(value, str) or (value != "" and "\0" not in value)


def _cure(key: str, known: Mapping[str, type]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(key.lower().replace("_", "-"), known, n=1)
    return f"did you mean `{close[0]}`?" if close else f"the settings are {', '.join(known)}"
