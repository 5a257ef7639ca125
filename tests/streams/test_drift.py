"""Messages that differ from their schema: delivered as they came and counted, or refused."""

from __future__ import annotations

import json
import warnings
from typing import Any

import pytest

from tests.consuming import Consumer, Outcome
from tests.server import Server, stream
from tests.streams.events import DONE, event

CARGO: dict[str, Any] = {
    "id": "c",
    "weight": 1.5,
    "sealed": True,
    "state": "loaded",
    "boxes": [{"number": 1, "items": ["a"], "kind": "box"}, {"number": 2}],
    "owner": {"name": "o", "since": 5},
    "label": "l",
    "counts": {"a": 1},
    "ship-name": "s",
}


def deliver(harbour: Consumer, *payloads: Any, **options: Any) -> Outcome:
    with Server(stream(*map(event, payloads), DONE)) as server:
        return harbour(server.url, method="stream_cargo", go_on=True, **options)


def wire(message: Any) -> Any:
    """A message as it is on the wire, dumped without a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return json.loads(message.model_dump_json(exclude_unset=True))


FINE: dict[str, dict[str, Any]] = {
    "as-its-schema-says": {},
    "unknown-field": {"more": {"a": [1]}},
    "unknown-field-deep-down": {"boxes": [{"number": 1, "more": 1}]},
    "new-value-of-an-enum": {"state": "sunk"},
    "null-where-it-is-not-required": {"sealed": None, "state": None, "owner": None, "counts": None},
    "integer-for-a-number": {"weight": 2},
    "other-alternative": {"label": {"name": "o"}},
    "null-that-is-allowed": {"owner": {"name": "o", "since": None}},
}


@pytest.mark.parametrize("validation", ["lenient", "strict"])
@pytest.mark.parametrize("case", FINE)
def test_what_is_no_drift(harbour: Consumer, case: str, validation: str) -> None:
    payload = {**CARGO, **FINE[case]}
    outcome = deliver(harbour, payload, validation=validation)
    assert outcome.passed_over == []
    (message,) = outcome.messages
    assert outcome.stream.stats.drift == 0
    assert wire(message) == payload
    assert message.ship_name == "s"
    assert type(message.boxes[0]).__name__ == "Box"


DRIFT: dict[str, tuple[dict[str, Any], str]] = {
    "text-for-a-number": ({"weight": "1.5"}, "weight"),
    "number-for-a-text": ({"id": 5}, "id"),
    "boolean-for-a-number": ({"weight": True}, "weight"),
    "number-for-a-boolean": ({"sealed": 1}, "sealed"),
    "text-for-a-boolean": ({"sealed": "yes"}, "sealed"),
    "number-for-an-enum": ({"state": 5}, "state"),
    "float-for-an-integer": ({"owner": {"name": "o", "since": 5.5}}, "since"),
    "null-where-it-is-required": ({"id": None}, "id"),
    "null-for-a-list": ({"boxes": None}, "boxes"),
    "object-for-a-list": ({"boxes": {"number": 1}}, "boxes"),
    "text-for-a-list": ({"boxes": "none"}, "boxes"),
    "null-among-items": ({"boxes": [None, {"number": 1}]}, "boxes"),
    "text-among-items": ({"boxes": ["x", {"number": 1}]}, "boxes"),
    "text-within-an-item": ({"boxes": [{"number": "1"}, {"number": 1}]}, "number"),
    "items-of-another-kind": ({"boxes": [{"number": 1, "items": ["a", 5]}]}, "items"),
    "another-constant": ({"boxes": [{"number": 1, "kind": "bag"}]}, "kind"),
    "text-for-an-object": ({"owner": "o"}, "owner"),
    "list-for-an-object": ({"owner": []}, "owner"),
    "no-alternative": ({"label": 5}, "label"),
    "faulty-alternative": ({"label": {"name": 5}}, "label"),
    "value-of-another-kind": ({"counts": {"a": "1", "b": 2}}, "counts"),
    "too-many-items": ({"boxes": [{"number": number} for number in range(4)]}, "boxes"),
    "by-its-name-on-the-wire": ({"ship-name": 5}, "ship-name"),
    "several": ({"id": 5, "weight": "x", "boxes": [{"number": None}]}, "id"),
}


@pytest.mark.parametrize("case", DRIFT)
def test_drift_is_delivered_as_it_came(harbour: Consumer, case: str) -> None:
    changes, _ = DRIFT[case]
    payload = {**CARGO, **changes}
    outcome = deliver(harbour, payload, payload)
    assert outcome.error is None
    assert outcome.passed_over == []
    message, _ = outcome.messages
    assert type(message) is harbour.package.Cargo
    assert outcome.stream.stats.drift == 2
    assert wire(message) == payload
    assert message.model_fields_set >= {"id", "boxes"}
    for name, value in payload.items():
        delivered = getattr(message, name.replace("-", "_"))
        if not isinstance(value, (dict, list)):
            assert delivered == value
            assert type(delivered) is type(value)
    if "owner" not in changes:
        assert type(message.owner) is harbour.package.Owner
    if case in ("null-among-items", "text-among-items", "text-within-an-item", "too-many-items"):
        assert type(message.boxes[-1]) is harbour.package.Box
        assert message.boxes[-1].number == payload["boxes"][-1]["number"]


@pytest.mark.parametrize("case", DRIFT)
def test_drift_is_refused_if_that_is_wanted(harbour: Consumer, case: str) -> None:
    changes, field = DRIFT[case]
    outcome = deliver(harbour, {**CARGO, **changes}, CARGO, validation="strict")
    (error,) = outcome.passed_over
    assert isinstance(error, harbour.package.EventDecodeError)
    assert field in str(error)
    assert error.__cause__ is not None
    assert len(outcome.messages) == 1
    assert outcome.stream.stats.drift == 0
    assert outcome.stream.stats.undecodable == 1


@pytest.mark.parametrize("name", ["id", "weight", "boxes"])
def test_required_field_that_is_absent_reads_as_none(harbour: Consumer, name: str) -> None:
    payload = {key: value for key, value in CARGO.items() if key != name}
    outcome = deliver(harbour, payload)
    (message,) = outcome.messages
    assert getattr(message, name) is None
    assert name not in message.model_fields_set
    assert outcome.stream.stats.drift == 1
    assert wire(message) == payload
    (error,) = deliver(harbour, payload, validation="strict").passed_over
    assert name in str(error)


def test_required_field_that_is_absent_deep_down(harbour: Consumer) -> None:
    payload = {**CARGO, "boxes": [{"items": ["a"]}], "owner": {"since": 1}}
    outcome = deliver(harbour, payload)
    (message,) = outcome.messages
    assert message.boxes[0].number is None
    assert "number" not in message.boxes[0].model_fields_set
    assert message.boxes[0].items == ["a"]
    assert message.owner.name is None
    assert outcome.stream.stats.drift == 1
    assert wire(message) == payload
    (error,) = deliver(harbour, payload, validation="strict").passed_over
    assert "boxes.0.number" in str(error)


def test_drifted_message_can_be_used_as_any_other(harbour: Consumer) -> None:
    message = deliver(harbour, {**CARGO, "weight": "x", "more": 1}).messages[0]
    assert message.more == 1
    assert message.model_extra == {"more": 1}
    assert message == message.model_copy()
    assert message.model_copy(deep=True).boxes[0].number == 1
    assert "weight='x'" in repr(message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert json.loads(message.model_dump_json())["weight"] == "x"


def test_drift_is_told_once_for_each_field(
    harbour: Consumer, caplog: pytest.LogCaptureFixture
) -> None:
    payloads = [{**CARGO, "weight": str(number)} for number in range(5)]
    deliver(harbour, *payloads, {**CARGO, "id": 5})
    told = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert len(told) == 2
    assert "weight" in told[0]
    assert "id" in told[1]


def test_validation_of_the_method_replaces_that_of_the_client(harbour: Consumer) -> None:
    drifted = {**CARGO, "id": 5}
    strict = {"validation": "strict"}
    assert len(deliver(harbour, drifted, client=strict).passed_over) == 1
    assert len(deliver(harbour, drifted, client=strict, validation="lenient").messages) == 1


def test_valid_messages_between_drifted_ones_are_the_same_as_ever(harbour: Consumer) -> None:
    drifted = {**CARGO, "id": 5}
    outcome = deliver(harbour, CARGO, drifted, CARGO)
    first, _, third = outcome.messages
    assert first == third
    assert wire(first) == CARGO
    assert outcome.stream.stats.drift == 1


@pytest.mark.parametrize("content", ["", " ", "[DONE]", "null", "{}", "5", "data: x\n\n"])
def test_text_messages_are_delivered_as_they_are(harbour: Consumer, content: str) -> None:
    body = harbour.package.ServerSentEvent("remark", content).encode()
    with Server(stream(body)) as server:
        outcome = harbour(server.url, method="follow_berth", reconnect=False)
    assert outcome.messages == [content]
    assert isinstance(outcome.messages[0], str)
