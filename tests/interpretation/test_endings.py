"""Endings: terminators that are declared or told, final messages, and last ones."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.intermediate import Api, Terminator

ReadChannels = Callable[[str], tuple[Api, Report]]
Read = Callable[[str], tuple[Api | None, Report]]

DONE = Terminator(value="[DONE]", required=True)
TOLD = Terminator(value="[DONE]", required=False)
CHUNK = "{name: Chunk, payload: {type: object, properties: {type: {const: chunk}}}}"
STOP = "{name: Stop, payload: {type: object, properties: {type: {const: stop}}}}"


def _codes(report: Report, severity: str) -> set[str]:
    return {one.code for one in report if one.severity == severity}


def _stream(channel: str = "", *messages: str) -> str:
    alternatives = ", ".join(messages or (CHUNK,))
    return f"""
channels:
  /chat:
    {channel or "description: c"}
    subscribe: {{operationId: o, message: {{oneOf: [{alternatives}]}}}}
"""


def _binding(terminator: str) -> str:
    return f"bindings: {{x-sse: {{terminator: {terminator}}}}}"


@pytest.mark.parametrize("terminator", ["'[DONE]'", "'data: [DONE]'", "'data: [DONE] (literal)'"])
def test_a_declared_terminator(read_channels: ReadChannels, terminator: str) -> None:
    api, _ = read_channels(_stream(_binding(terminator)))
    assert api.operations[0].terminator == DONE


@pytest.mark.parametrize(
    "message",
    [
        "{name: Done, contentType: text/plain, payload: {type: string, enum: ['[DONE]']}}",
        "{name: Done, payload: {type: string, const: '[DONE]'}}",
        "{name: Sentinel, contentType: text/plain, payload: {type: string},"
        " examples: [{payload: '[DONE]'}]}",
        "{name: StreamEnd, summary: 'The literal `[DONE]`.', payload: {type: string}}",
    ],
)
def test_a_sentinel_message(read_channels: ReadChannels, message: str) -> None:
    api, _ = read_channels(_stream("", CHUNK, message))
    operation = api.operations[0]
    assert operation.terminator == DONE
    assert [one.key for one in operation.messages] == ["Chunk"]
    assert operation.discrimination == "single"


def test_a_heartbeat_is_no_sentinel(read_channels: ReadChannels) -> None:
    ping = "{name: Ping, contentType: text/plain, payload: {type: string, const: ping}}"
    api, _ = read_channels(_stream("", CHUNK, ping))
    assert api.operations[0].terminator is None
    assert [one.key for one in api.operations[0].messages] == ["Chunk", "Ping"]


@pytest.mark.parametrize(
    "text",
    [
        "terminated by a `data: [DONE]` message",
        "until the literal sentinel `[DONE]`",
        "The stream is closed by a literal `data: [DONE]` event.",
    ],
)
def test_a_terminator_that_only_prose_mentions(read_channels: ReadChannels, text: str) -> None:
    api, report = read_channels(_stream(f"description: '{text}'"))
    assert api.operations[0].terminator == TOLD
    assert "told-terminator" in _codes(report, "note")


def test_no_ending(read_channels: ReadChannels) -> None:
    api, _ = read_channels(_stream())
    operation = api.operations[0]
    assert (operation.terminator, operation.final, operation.last) == (None, "", "")


@pytest.mark.parametrize("terminator", ["[DONE]", "{a: b}", "1", "true"])
def test_a_terminator_is_text(read_channels: ReadChannels, terminator: str) -> None:
    _, report = read_channels(_stream(_binding(terminator)))
    (found,) = (one for one in report if one.severity == "error")
    assert found.code == "terminator-not-text"
    assert "quote it" in found.help


def test_a_terminator_that_is_json(read_channels: ReadChannels) -> None:
    api, report = read_channels(_stream(_binding("'{}'")))
    assert api.operations[0].terminator == Terminator(value="{}", required=True)
    assert "terminator-is-json" in _codes(report, "warning")


@pytest.mark.parametrize("terminator", ["none", "connection close", "false", "null"])
def test_a_terminator_that_is_none(read_channels: ReadChannels, terminator: str) -> None:
    api, report = read_channels(_stream(_binding(terminator)))
    assert api.operations[0].terminator is None
    assert not _codes(report, "warning")


@pytest.mark.parametrize("terminator", ["stop", "'event: stop'", '\'{"type": "stop"}\'', "Stop"])
def test_a_final_message(read_channels: ReadChannels, terminator: str) -> None:
    api, _ = read_channels(_stream(_binding(terminator), CHUNK, STOP))
    operation = api.operations[0]
    assert (operation.final, operation.terminator) == ("Stop", None)
    assert len(operation.messages) == 2


def test_an_event_that_is_no_message_is_no_terminator(read_channels: ReadChannels) -> None:
    api, report = read_channels(_stream(_binding("'event: done'")))
    assert api.operations[0].terminator is None
    assert "unknown-terminator" in _codes(report, "warning")


@pytest.mark.parametrize(
    "summary",
    [
        "Final event on the stream; the connection is closed afterward.",
        "Terminal SSE event marking the end.",
        "Result is stored. This is the terminal event of the stream.",
        "Emitted when the prediction finishes.",
        "Marks the end of the stream.",
    ],
)
def test_the_last_message(read_channels: ReadChannels, summary: str) -> None:
    last = STOP.replace("name: Stop", f"name: Stop, summary: '{summary}'")
    api, report = read_channels(_stream("", CHUNK, last))
    operation = api.operations[0]
    assert (operation.last, operation.final) == ("Stop", "")
    (note,) = (one for one in report if one.code == "last-message")
    assert "x-sse: {terminator: 'stop'}" in note.help


@pytest.mark.parametrize(
    "summary",
    [
        "The final chunk for a choice carries `finish_reason`.",
        "Optional final chunk reporting usage.",
        "Marks the end of the content block at the given index.",
        "Sent on the final chunk.",
    ],
)
def test_what_is_not_the_last_message(read_channels: ReadChannels, summary: str) -> None:
    other = STOP.replace("name: Stop", f"name: Stop, summary: '{summary}'")
    api, _ = read_channels(_stream("", CHUNK, other))
    assert api.operations[0].last == ""


def test_an_error_is_not_the_last_message(read_channels: ReadChannels) -> None:
    error = STOP.replace("name: Stop", "name: Error, summary: Terminal event if it fails.")
    api, _ = read_channels(_stream("", CHUNK, error))
    assert api.operations[0].last == ""


def test_an_ending_belongs_to_the_channel(read: Read) -> None:
    chunk = "{name: Chunk, payload: {type: object}}"
    api, _ = read(f"""
asyncapi: 2.6.0
info:
  title: T
  version: '1'
  x-transport-notes: {{transport: SSE, terminator: 'data: [DONE]'}}
channels:
  /with: {{description: 'Ends by `[DONE]`.', subscribe: {{operationId: a, message: {chunk}}}}}
  /without: {{description: Native., subscribe: {{operationId: b, message: {chunk}}}}}
""")
    assert api is not None
    assert [operation.terminator for operation in api.operations] == [DONE, None]


def test_notes_bind_channels_that_say_nothing(read: Read) -> None:
    chunk = "{name: Chunk, payload: {type: object}}"
    api, _ = read(f"""
asyncapi: 2.6.0
info:
  title: T
  version: '1'
  x-transport-notes: {{transport: SSE, terminator: 'data: [DONE]'}}
channels:
  /a: {{subscribe: {{operationId: a, message: {chunk}}}}}
  /b: {{subscribe: {{operationId: b, message: {chunk}}}}}
  /c: {{bindings: {{x-sse: {{}}}}, subscribe: {{operationId: c, message: {chunk}}}}}
""")
    assert api is not None
    assert [operation.terminator for operation in api.operations] == [DONE, DONE, None]
