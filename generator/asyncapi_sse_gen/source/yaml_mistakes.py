"""What a YAML parser complains of -> what the author did wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence

import yaml

from asyncapi_sse_gen.diagnostics import DocumentError, Place, Report

_VERSION_LINE = re.compile(r"""["']?asyncapi["']?\s*:""")
_NOT_CONTENT = re.compile(r"\s*(#|$)|---|%")
_KEY = re.compile(r"""\s*(?:- +)*(?:[\w.$/-]+|'[^']*'|"[^"]*")\s*:(?: |$)""")
_VALUE = re.compile(r"\s*(?:- +)*(?:[^:#'\"]+: +)?(?P<value>\S.*)")


def report_syntax_error(
    error: yaml.YAMLError, lines: Sequence[str], report: Report, display: str
) -> DocumentError:
    """Report a text that is no YAML; the caller raises what it returns."""
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return report.fatal("yaml-syntax", f"no YAML: {error}", Place(path=display))
    number = min(error.problem_mark.line, len(lines) - 1)
    stray = _stray_line(lines, number)
    if stray is not None:
        place = Place(path=display, line=stray + 1, length=len(lines[stray]))
        message = "a line above `asyncapi:` is no YAML"
        help = "remove the line, or make it a comment: `# ...`"
        return report.fatal("yaml-syntax", message, place, label="not a `key: value`", help=help)
    place = Place(path=display, line=number + 1, column=error.problem_mark.column + 1)
    problem = error.problem or "the parser gave up"
    if "nesting depth" in problem:
        return report.fatal("too-deep", "values are nested too deep", place)
    message = f"no YAML: {problem}"
    if error.context and error.context_mark:
        message += f" ({error.context} that starts in line {error.context_mark.line + 1})"
    return report.fatal("yaml-syntax", message, place, help=_cure(problem, lines[number]))


def _stray_line(lines: Sequence[str], last: int) -> int | None:
    """The line of prose, the heading or fence above `asyncapi:` that the parser stumbled over.

    Lines count from 0 here; `last` is the one where the parser gave up.
    """
    version = next((i for i, line in enumerate(lines) if _VERSION_LINE.match(line)), -1)
    if version < last:
        return None
    above = (i for i in range(version) if not _NOT_CONTENT.match(lines[i]))
    first = next(above, None)
    return None if first is None or _KEY.match(lines[first]) else first


def _cure(problem: str, line: str) -> str:
    """What most likely mends a line at which the parser gave up; empty if there is no telling."""
    indentation = line[: len(line) - len(line.lstrip())]
    if "\t" in indentation:
        return "YAML is indented by spaces, not by tabs"
    if "escape" in problem:
        return "in double quotes a backslash starts an escape; single quotes have none"
    value = _VALUE.match(line)
    if value is None:
        return ""
    first = value["value"][0]
    if first in "[{*&!%@`|>":
        return f"text that starts with `{first}` needs quotes"
    if first == "'":
        return "within single quotes a `'` is written `''`"
    if first == '"':
        return 'within double quotes a `"` is written `\\"`'
    if re.search(r":\s", value["value"]):
        return "text that holds a colon and a space needs quotes"
    return ""
