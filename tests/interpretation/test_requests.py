"""Requests: method, direction, body and parameters."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.intermediate import Api

ReadChannels = Callable[[str], tuple[Api, Report]]

CHUNK = "{name: Chunk, payload: {type: object, properties: {text: {type: string}}}}"


def _codes(report: Report, severity: str) -> set[str]:
    return {one.code for one in report if one.severity == severity}


@pytest.mark.parametrize(
    ("channel", "method"),
    [
        ("bindings: {http: {method: post}},", "POST"),
        ("bindings: {http: {type: response, method: PUT}},", "PUT"),
        ("bindings: {sse: {method: GET}},", "GET"),
        ("description: 'Opened by `POST https://api.example.com/v1/chat`.',", "POST"),
        ("description: 'See `GET /chat/other`. The client issues a POST to `/chat`.',", "POST"),
        ("description: 'Send a `PATCH` to it.',", "PATCH"),
        ("description: 'When the body sets `stream: true`.',", "POST"),
        ("", "GET"),
    ],
)
def test_methods(read_channels: ReadChannels, channel: str, method: str) -> None:
    api, _ = read_channels(
        f"channels: {{/chat: {{{channel} subscribe: {{operationId: o, message: {CHUNK}}}}}}}"
    )
    assert api.operations[0].method == method


@pytest.mark.parametrize("method", ['"POST /x\\r\\nX: 1"', "CONNECT", "[GET]"])
def test_unknown_methods_are_errors(read: Callable[[str], tuple[Api, Report]], method: str) -> None:
    _, report = read(
        "asyncapi: 2.6.0\ninfo: {title: T, version: '1'}\nchannels: {/a: {bindings: {x-sse: {},"
        f" http: {{method: {method}}}}}, subscribe: {{message: {CHUNK}}}}}}}"
    )
    assert _codes(report, "error") == {"invalid-method"}


@pytest.mark.parametrize(
    ("text", "constants"),
    [
        ("a JSON body containing `stream: true`", {"stream": True}),
        ('with `"stream": true`', {"stream": True}),
        ("when `stream` is `true` and `stream_options.usage` is set to `true`", {"stream": True}),
        ("sets `stream_steps: true` (add `stream_tokens: true` to", {"stream_steps": True}),
        ("with stream=true (default)", {"stream": True}),
        ("the `stream` request parameter is set to `true`", {"stream": True}),
        ('with request body { "stream": true, "n": 2 }', {"stream": True, "n": 2}),
        ("with `response_mode: streaming`", {"response_mode": "streaming"}),
        ("unless `stream: true`", {}),
        ("`GET /other?stream=true`", {}),
    ],
)
def test_what_the_body_must_hold(
    read_channels: ReadChannels, text: str, constants: dict[str, object]
) -> None:
    api, _ = read_channels(f"""
channels:
  /chat:
    description: |
      {text}
    bindings: {{http: {{method: POST}}}}
    subscribe: {{operationId: o, message: {CHUNK}}}
""")
    request = api.operations[0].request
    assert request is not None
    assert dict(request.constants) == constants


def test_a_trigger_belongs_to_the_path_that_it_names(
    read: Callable[[str], tuple[Api, Report]],
) -> None:
    api, _ = read(f"""
asyncapi: 2.6.0
info:
  title: T
  version: '1'
  x-transport-notes:
    transport: SSE
    triggeredBy: 'POST .../v1/chat with {{ "stream": true }}, or POST .../generate'
servers: {{main: {{url: x.com, protocol: https}}}}
channels:
  /v1/chat: {{subscribe: {{operationId: a, message: {CHUNK}}}}}
  /generate: {{subscribe: {{operationId: b, message: {CHUNK}}}}}
""")
    requests = [operation.request for operation in api.operations]
    assert [operation.method for operation in api.operations] == ["POST", "POST"]
    assert [dict(one.constants) if one else None for one in requests] == [{"stream": True}, {}]


def test_publish_is_the_request(read_channels: ReadChannels) -> None:
    api, report = read_channels(f"""
channels:
  /chat:
    publish:
      operationId: open
      message:
        name: ChatRequest
        headers:
          type: object
          required: [X-Trace]
          properties:
            Authorization: {{type: string}}
            X-Trace: {{type: string}}
            X-Version: {{const: '2'}}
        payload:
          type: object
          required: [stream, kind]
          properties:
            stream: {{type: boolean, const: true}}
            kind: {{enum: [chat]}}
            mode: {{enum: [only]}}
        examples: [{{payload: {{stream: true, kind: chat}}}}]
    subscribe: {{operationId: receive, message: {CHUNK}}}
""")
    operation = api.operations[0]
    assert operation.request is not None
    assert operation.method == "POST"
    assert operation.request.name == "ChatRequest"
    assert operation.request.content_type == "application/json"
    assert dict(operation.request.constants) == {"stream": True, "kind": "chat"}
    assert len(operation.request.examples) == 1
    assert [(one.name, one.required) for one in operation.parameters] == [
        ("X-Trace", True),
        ("X-Version", True),
    ]
    assert [message.key for message in operation.messages] == ["Chunk"]
    assert not report.has_errors


def test_publish_alone_can_be_the_stream(read_channels: ReadChannels) -> None:
    api, report = read_channels(
        f"channels: {{/chat: {{publish: {{operationId: receiveChat, message: {CHUNK}}}}}}}"
    )
    assert [message.key for message in api.operations[0].messages] == ["Chunk"]
    assert "misplaced-stream" in _codes(report, "warning")


def test_operations_the_wrong_way_round(read_channels: ReadChannels) -> None:
    api, report = read_channels(f"""
channels:
  /chat:
    subscribe: {{summary: Send the prompt, message: {{name: PromptRequest, payload: {{}}}}}}
    publish: {{summary: Receive streamed events, operationId: o, message: {CHUNK}}}
""")
    operation = api.operations[0]
    assert operation.operation_id == "o"
    assert operation.request is not None
    assert operation.request.name == "PromptRequest"
    assert "reversed-operations" in _codes(report, "warning")


def test_a_form_encoded_body_that_only_prose_mentions(read_channels: ReadChannels) -> None:
    api, report = read_channels(f"""
channels:
  /a: {{description: 'POST with a form-encoded body.', subscribe: {{message: {CHUNK}}}}}
  /b: {{description: 'Same, by POST.', subscribe: {{message: {CHUNK}}}}}
  /c: {{description: 'POST with a JSON body.', subscribe: {{message: {CHUNK}}}}}
""")
    types = [one.request.content_type if one.request else "" for one in api.operations]
    form = "application/x-www-form-urlencoded"
    assert types == [form, form, "application/json"]
    assert "assumed-content-type" in _codes(report, "note")


def test_parameters(read_channels: ReadChannels) -> None:
    api, report = read_channels(f"""
channels:
  /models/{{model}}/{{version}}/{{id}}:
    parameters:
      model: {{description: 'For example `acme/large`.', schema: {{type: string}}}}
      version: {{schema: {{type: string, enum: [v1, v2]}}}}
      topic: {{schema: {{type: string}}}}
    bindings:
      http:
        method: GET
        query:
          type: object
          required: [since]
          properties:
            feed: {{const: eventsource}}
            since: {{type: integer}}
            limit: {{type: integer}}
        headers:
          properties:
            Accept: {{const: text/event-stream}}
            X-Region: {{type: string}}
    subscribe: {{operationId: o, message: {CHUNK}}}
""")
    found = {one.name: one for one in api.operations[0].parameters}
    assert list(found) == ["model", "version", "id", "topic", "feed", "since", "limit", "X-Region"]
    assert [name for name, one in found.items() if one.required] == [
        *("model", "version", "id", "feed", "since")
    ]
    assert [name for name, one in found.items() if one.has_slash] == ["model"]
    assert found["feed"].schema.values == ("eventsource",)
    assert found["X-Region"].location == "header"
    assert "undeclared-parameter" in _codes(report, "warning")
    assert "parameter-not-in-key" in _codes(report, "note")


def test_the_name_of_a_header_is_a_token(read_channels: ReadChannels) -> None:
    _, report = read_channels(f"""
channels:
  /a:
    bindings: {{http: {{method: GET, headers: {{properties: {{"X\\r\\nY": {{}}}}}}}}}}
    subscribe: {{operationId: o, message: {CHUNK}}}
""")
    assert _codes(report, "error") == {"invalid-header-name"}


@pytest.mark.parametrize(
    ("channel", "resumable", "time"),
    [
        ("description: It honours the `Last-Event-ID` header.", True, None),
        ("description: It doesn't support `Last-Event-ID`.", False, None),
        ("x-retry-ms: 1500", True, 1500),
        ("bindings: {sse: {headers: {Last-Event-ID: {type: string}}}}", True, None),
        ("description: 'By POST, with `Last-Event-ID`.'", False, None),
    ],
)
def test_resumption(
    read_channels: ReadChannels, channel: str, resumable: bool, time: int | None
) -> None:
    api, _ = read_channels(
        f"channels: {{/a: {{{channel}, subscribe: {{operationId: o, message: {CHUNK}}}}}}}"
    )
    operation = api.operations[0]
    assert (operation.resumable, operation.reconnection_time) == (resumable, time)
    assert operation.parameters == ()


def test_an_operation_id_is_unique(read_channels: ReadChannels) -> None:
    channel = f"{{bindings: {{x-sse: {{}}}}, subscribe: {{operationId: o, message: {CHUNK}}}}}"
    _, report = read_channels(f"channels: {{/a: {channel}, /b: {channel}}}")
    assert "repeated-operation-id" in _codes(report, "warning")
