"""Messages: payloads, content types, event names, and how messages are told apart."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.intermediate import Api, Operation

ReadChannels = Callable[[str], tuple[Api, Report]]


def _codes(report: Report, severity: str) -> set[str]:
    return {one.code for one in report if one.severity == severity}


def _stream(*messages: str, channel: str = "") -> str:
    alternatives = "".join(f"\n        - {message}" for message in messages)
    return f"""
channels:
  /chat:
    bindings: {{http: {{method: POST}}}}
    {channel}
    subscribe:
      operationId: o
      message:
        oneOf:{alternatives}
"""


def _constant(name: str, value: str, field: str = "type", more: str = "") -> str:
    properties = f"{{{field}: {{const: {value}}}{more}}}"
    return f"{{name: {name}, payload: {{type: object, properties: {properties}}}}}"


def _facts(operation: Operation) -> list[tuple[str, str, object]]:
    return [(one.key, one.event, one.constant) for one in operation.messages]


def test_one_message(read_channels: ReadChannels) -> None:
    api, _ = read_channels(_stream("{name: Chunk, payload: {type: object}}"))
    operation = api.operations[0]
    assert operation.discrimination == "single"
    assert _facts(operation) == [("Chunk", "", None)]


def test_constants(read_channels: ReadChannels) -> None:
    api, report = read_channels(
        _stream(
            _constant("A", "a"),
            _constant("B", "b, x: {type: string}"),
            "{oneOf: [" + _constant("C", "c") + "]}",
        )
    )
    operation = api.operations[0]
    assert (operation.discrimination, operation.discriminator) == ("constant", ("type",))
    assert [constant for _, _, constant in _facts(operation)] == ["a", "b", "c"]
    assert not report.has_errors


def test_the_most_telling_constant_is_taken(read_channels: ReadChannels) -> None:
    api, _ = read_channels(
        _stream(
            _constant("A", "1", "code", ", status: {const: s}, event: {const: a}"),
            _constant("B", "2", "code", ", status: {const: s}, event: {const: b}"),
        )
    )
    assert api.operations[0].discriminator == ("event",)


def test_nested_constants(read_channels: ReadChannels) -> None:
    nested = "data: {type: object, properties: {kind: {enum: [%s]}}}"
    api, _ = read_channels(
        _stream(
            *(
                f"{{name: {name}, payload: {{type: object, properties: {{{nested % name}}}}}}}"
                for name in "AB"
            )
        )
    )
    assert api.operations[0].discriminator == ("data", "kind")


def test_booleans_and_one_differ(read_channels: ReadChannels) -> None:
    api, _ = read_channels(_stream(_constant("A", "true", "done"), _constant("B", "1", "done")))
    assert [constant for _, _, constant in _facts(api.operations[0])] == [True, 1]


def test_several_values_mark_one_message(read_channels: ReadChannels) -> None:
    several = "{name: B, payload: {type: object, properties: {type: {enum: [b, c]}}}}"
    api, _ = read_channels(_stream(_constant("A", "a"), several))
    second = api.operations[0].messages[1]
    assert (second.constant, second.further_constants) == ("b", ("c",))


def test_a_message_without_the_property(read_channels: ReadChannels) -> None:
    api, _ = read_channels(
        _stream(_constant("A", "a"), _constant("B", "b"), _constant("C", "c", "other"))
    )
    assert _facts(api.operations[0])[2] == ("C", "", None)


@pytest.mark.parametrize(
    "header",
    [
        "headers: {properties: {event: {const: NAME}}}",
        "headers: {type: object, properties: {event: {type: string, enum: [NAME]}}}",
        "bindings: {http: {headers: {properties: {event: {const: NAME}}}}}",
        "bindings: {x-sse: {event: NAME}}",
    ],
)
def test_declared_event_names(read_channels: ReadChannels, header: str) -> None:
    messages = [
        f"{{name: {name}, {header.replace('NAME', name.lower())}, payload: {{type: object}}}}"
        for name in "AB"
    ]
    api, report = read_channels(_stream(*messages))
    assert api.operations[0].discrimination == "event"
    assert _facts(api.operations[0]) == [("A", "a", None), ("B", "b", None)]
    assert "assumed-event-names" not in _codes(report, "note")


def test_event_names_and_constants_are_both_kept(read_channels: ReadChannels) -> None:
    text = "description: Each SSE frame's event name maps to one of the messages."
    api, report = read_channels(_stream(_constant("a", "a"), _constant("b", "b"), channel=text))
    operation = api.operations[0]
    assert (operation.discrimination, operation.discriminator) == ("event", ("type",))
    assert _facts(operation) == [("a", "a", "a"), ("b", "b", "b")]
    assert "assumed-event-names" in _codes(report, "note")


def test_names_are_no_event_names_unless_the_document_says_so(read_channels: ReadChannels) -> None:
    api, _ = read_channels(_stream(_constant("ChunkA", "a"), _constant("ChunkB", "b")))
    assert [event for _, event, _ in _facts(api.operations[0])] == ["", ""]


def test_an_event_name_for_one_message_only(read_channels: ReadChannels) -> None:
    api, _ = read_channels(
        _stream(
            "{name: Chunk, payload: {type: object}}",
            "{name: Failure, description: 'Sent as `event: error`.', payload: {type: object}}",
        )
    )
    operation = api.operations[0]
    assert operation.discrimination == "event"
    assert _facts(operation) == [("Chunk", "", None), ("Failure", "error", None)]


def test_examples_show_further_event_names(read_channels: ReadChannels) -> None:
    message = (
        "{name: %s, payload: {type: object, properties: {event: {type: string}}},"
        " examples: [{payload: {event: %s}}]}"
    )
    names = [("Started", "Started"), ("Step", "StepDone"), ("Ended", "Ended")]
    channel = "description: A sequence of named SSE events."
    api, _ = read_channels(_stream(*(message % name for name in names), channel=channel))
    operation = api.operations[0]
    step = operation.messages[1]
    assert (step.event, step.further_events) == ("Step", ("StepDone",))
    assert operation.discriminator == ("event",)
    assert (step.constant, step.further_constants) == ("Step", ("StepDone",))


def test_text_and_json(read_channels: ReadChannels) -> None:
    api, _ = read_channels(
        _stream(
            "{name: Token, contentType: text/plain, payload: {type: string}}",
            "{name: Usage, contentType: application/json, payload: {type: object}}",
        )
    )
    operation = api.operations[0]
    assert operation.discrimination == "content_type"
    assert [one.is_text for one in operation.messages] == [True, False]


@pytest.mark.parametrize(
    ("message", "is_text"),
    [
        ("payload: {type: object}", False),
        ("payload: {type: string}", True),
        ("contentType: text/event-stream, payload: {type: object}", False),
        ("contentType: application/json, payload: {type: string}", False),
        ("contentType: 'application/vnd.x+json; v=1', payload: {type: string}", False),
        ("contentType: text/plain, payload: {type: string}", True),
        ("contentType: application/xml, payload: {type: string}", True),
    ],
)
def test_content_types(read_channels: ReadChannels, message: str, is_text: bool) -> None:
    api, _ = read_channels(_stream(f"{{name: M, {message}}}"))
    assert api.operations[0].messages[0].is_text is is_text


def test_structure(read_channels: ReadChannels) -> None:
    message = "{name: %s, payload: {type: object, required: [%s], properties: {x: {}, y: {}}}}"
    api, _ = read_channels(_stream(message % ("A", "x"), message % ("B", "x, y")))
    operation = api.operations[0]
    assert operation.discrimination == "structure"
    assert [one.marks for one in operation.messages] == [(("x",),), (("x", "y"),)]


def test_structure_of_optional_properties(read_channels: ReadChannels) -> None:
    message = "{name: %s, payload: {type: object, properties: {%s}}}"
    api, _ = read_channels(_stream(message % ("A", "x: {}, z: {}"), message % ("B", "z: {}")))
    assert [one.marks for one in api.operations[0].messages] == [(("x",),), ((),)]


def test_the_last_resort_are_the_names(read_channels: ReadChannels) -> None:
    message = "{name: %s, payload: {type: object, properties: {x: {}}}}"
    api, report = read_channels(_stream(message % "started", message % "ended"))
    assert [event for _, event, _ in _facts(api.operations[0])] == ["started", "ended"]
    assert "assumed-event-names" in _codes(report, "warning")


def test_what_nothing_tells_apart_is_an_error(read_channels: ReadChannels) -> None:
    message = "{name: same, payload: {type: object, properties: {x: {}}}}"
    _, report = read_channels(_stream(message, message))
    assert _codes(report, "error") == {"ambiguous-messages"}


def test_keys_are_distinct(read_channels: ReadChannels) -> None:
    message = "{name: same, payload: {type: object, properties: {%s: {}}}}"
    api, _ = read_channels(_stream(message % "x", message % "y"))
    first, second = (one.key for one in api.operations[0].messages)
    assert first != second


def test_comments_are_no_messages(read_channels: ReadChannels) -> None:
    api, report = read_channels(
        _stream(
            "{name: Chunk, payload: {type: object}}",
            "{name: Beat, summary: 'SSE comment line `: ping`.', payload: {type: string}}",
        )
    )
    assert [one.key for one in api.operations[0].messages] == ["Chunk"]
    assert "comment-message" in _codes(report, "note")


@pytest.mark.parametrize(
    ("schema_format", "codes"),
    [
        ("application/vnd.aai.asyncapi;version=2.6.0", set[str]()),
        ("application/schema+json;version=draft-07", set[str]()),
        ("application/vnd.oai.openapi+json;version=3.0.0", set[str]()),
        ("application/schema+yaml;version=draft-04", set[str]()),
        ("application/vnd.apache.avro;version=1.9.0", {"unsupported-schema-format"}),
        ("application/raml+yaml;version=1.0", {"unsupported-schema-format"}),
    ],
)
def test_schema_formats(read_channels: ReadChannels, schema_format: str, codes: set[str]) -> None:
    _, report = read_channels(
        _stream(f"{{name: M, schemaFormat: '{schema_format}', payload: {{type: object}}}}")
    )
    assert _codes(report, "error") == codes


def test_traits_and_examples(read_channels: ReadChannels) -> None:
    api, _ = read_channels(
        _stream(
            "{name: M, traits: [{contentType: text/plain, description: from the trait}],"
            " payload: {type: string},"
            " examples: [{name: e, summary: s, payload: hi}, {headers: {}}]}"
        )
    )
    (message,) = api.operations[0].messages
    assert (message.is_text, message.description) == (True, "from the trait")
    assert [(one.name, one.summary, one.payload) for one in message.examples] == [("e", "s", "hi")]


def test_an_operation_without_messages(read_channels: ReadChannels) -> None:
    api, report = read_channels("channels: {/a: {subscribe: {operationId: o}}}")
    assert api.operations[0].messages[0].payload.type == "any"
    assert "no-messages" in _codes(report, "warning")


def test_a_channel_named_after_its_event(read_channels: ReadChannels) -> None:
    message = "{payload: {type: object, properties: {type: {const: order.created}}}}"
    api, _ = read_channels(
        "channels: {order.created: {bindings: {http: {method: GET}},"
        f" subscribe: {{operationId: o, message: {message}}}}}}}"
    )
    operation = api.operations[0]
    assert (operation.path, operation.messages[0].event) == (None, "order.created")
