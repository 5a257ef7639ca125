"""Which channels are event streams, and what is said of the others."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.intermediate import Api

Read = Callable[[str], tuple[Api | None, Report]]

HEAD = "asyncapi: 2.6.0\ninfo: {title: T, version: '1'}\n"
MESSAGE = "{operationId: o, message: {payload: {type: object}}}"

ACCEPT = "{http: {headers: {properties: {Accept: {const: text/event-stream}}}}}"


@pytest.mark.parametrize(
    "document",
    [
        f"channels: {{/a: {{bindings: {{x-sse: {{}}}}, subscribe: {MESSAGE}}}}}",
        "servers: {m: {url: x.com, protocol: sse}}\n"
        f"channels: {{/a: {{bindings: {{sse: {{method: GET}}}}, subscribe: {MESSAGE}}}}}",
        f"defaultContentType: text/event-stream\nchannels: {{/a: {{subscribe: {MESSAGE}}}}}",
        "channels: {/a: {subscribe: {message: {contentType: text/event-stream}}}}",
        f"channels: {{/a: {{description: An SSE stream, subscribe: {MESSAGE}}}}}",
        f"channels: {{/a: {{bindings: {ACCEPT}, subscribe: {MESSAGE}}}}}",
    ],
)
def test_the_ways_to_say_sse(read: Read, document: str) -> None:
    api, report = read(HEAD + document)
    assert api is not None, list(report)
    assert [operation.path for operation in api.operations] == ["/a"]


@pytest.mark.parametrize(
    "note", ["x-transport: HTTP+SSE", "x-transport-notes: It is an SSE stream"]
)
def test_notes_of_the_whole_document(read: Read, note: str) -> None:
    head = HEAD.replace("{title: T, version: '1'}", f"{{title: T, version: '1', {note}}}")
    api, _ = read(f"{head}channels: {{/a: {{subscribe: {MESSAGE}}}}}")
    assert api is not None


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ("servers: {m: {url: x, protocol: kafka}}\nchannels: {t: {subscribe: {}}}", "kafka"),
        ("servers: {m: {url: x, protocol: mqtt}}\nchannels: {t: {subscribe: {}}}", "mqtt"),
        (
            "defaultContentType: text/event-stream\nservers: {m: {url: wss://x}}\n"
            "channels: {t: {subscribe: {}}}",
            "wss",
        ),
        ("channels: {t: {bindings: {ws: {}}, subscribe: {}}}", "`ws` binding"),
        ("channels: {t: {bindings: {x-ndjson: {}}, subscribe: {}}}", "newline-delimited JSON"),
        ("channels: {t: {description: a webhook callback, subscribe: {}}}", "webhook"),
        ("channels: {t: {description: Each line is NDJSON., subscribe: {}}}", "newline-delimited"),
        ("servers: {m: {url: https://x}}\nchannels: {t: {subscribe: {}}}", "https"),
    ],
)
def test_other_transports_are_refused_by_name(read: Read, document: str, reason: str) -> None:
    api, report = read(HEAD + document)
    assert api is None
    (found,) = (diagnostic for diagnostic in report if diagnostic.severity == "error")
    assert found.code == "not-an-event-stream"
    assert reason in found.message
    assert "text/event-stream" in found.help


def test_channels_that_are_none_are_named_and_left_out(read: Read) -> None:
    api, report = read(f"""{HEAD}defaultContentType: text/event-stream
servers:
  web: {{url: x.com, protocol: https}}
  socket: {{url: x.com, protocol: wss}}
channels:
  /stream: {{servers: [web], subscribe: {MESSAGE}}}
  /socket: {{servers: [socket], subscribe: {MESSAGE}}}
  /jobs: {{servers: [web], description: NOT a push/streaming transport., subscribe: {MESSAGE}}}
  /hooks: {{servers: [web], description: Outbound webhook callbacks., subscribe: {MESSAGE}}}
""")
    assert api is not None
    assert [operation.channel for operation in api.operations] == ["/stream"]
    assert [server.name for server in api.servers] == ["web"]
    skipped = [one.message for one in report if one.code == "skipped-channel"]
    assert [message.split("`")[1] for message in skipped] == ["/socket", "/jobs", "/hooks"]


def test_a_denial_of_websocket_is_none_of_sse(read: Read) -> None:
    text = "This is not WebSocket but an SSE stream; it is **not** a webhook."
    api, _ = read(f"{HEAD}channels: {{/a: {{description: '{text}', subscribe: {MESSAGE}}}}}")
    assert api is not None


def test_a_channel_that_only_takes_is_no_stream(read: Read) -> None:
    message = "{summary: Send the request, message: {name: ChatRequest, payload: {}}}"
    api, report = read(f"{HEAD}channels: {{/a: {{bindings: {{x-sse: {{}}}}, publish: {message}}}}}")
    assert api is None
    (found,) = (one for one in report if one.severity == "error")
    assert "what the server sends" in found.message
