"""Repetition: what a channel's key says again of the end of its servers' URLs."""

from __future__ import annotations

from collections.abc import Iterable

from asyncapi_sse_gen.diagnostics import Place, Report
from asyncapi_sse_gen.intermediate import Server


def without_repetition(path: str, servers: Iterable[Server], place: Place, report: Report) -> str:
    """The path without what it repeats of the end of the servers' URLs (`/v1` + `/v1/chat`)."""
    repeated = {_repeated_segments(path, server) for server in servers}
    if len(repeated) > 1:
        message = "the channel's key repeats the end of some of its servers' URLs, not of all"
        help = "name the channel's servers under `servers`, or write the URLs alike"
        report.warning("repeated-base-path", message, place, help=help)
        return path
    count = next(iter(repeated), 0)
    if not count:
        return path
    segments = path.split("/")[1:]
    message = f"`/{'/'.join(segments[:count])}` ends the server's URL already and isn't repeated"
    report.note("repeated-base-path", message, place)
    return "".join(f"/{segment}" for segment in segments[count:])


def _repeated_segments(path: str, server: Server) -> int:
    """How many segments at the start of a path are the end of the server's path."""
    defaults = {variable.name: variable.default for variable in server.variables}
    filled = server.url
    for name, default in defaults.items():
        filled = filled.replace(f"{{{name}}}", default or f"{{{name}}}")
    segments = path.split("/")[1:]
    counts = [0]
    for url in (server.url, filled):
        base = _base_segments(url)
        longest = min(len(base), len(segments))
        counts += [n for n in range(1, longest + 1) if base[-n:] == segments[:n]]
    return max(counts)


def _base_segments(url: str) -> list[str]:
    """The segments of a URL's path."""
    path = url.partition("://")[2].partition("/")[2]
    return [segment for segment in path.split("/") if segment]
