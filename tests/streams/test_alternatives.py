"""A message whose payload is one of several objects."""

from __future__ import annotations

from typing import Any

import pytest

from tests.consuming import Consumer, Outcome
from tests.server import Server, stream
from tests.streams.events import DONE, event

COOK = {"role": "cook", "dish": "soup"}
SAILOR = {"role": "sailor", "rank": 1}


def deliver(harbour: Consumer, *payloads: Any, **options: Any) -> Outcome:
    with Server(stream(*map(event, payloads), DONE)) as server:
        return harbour(server.url, method="stream_crew", go_on=True, **options)


@pytest.mark.parametrize("validation", ["lenient", "strict"])
def test_each_is_its_own_model(harbour: Consumer, validation: str) -> None:
    outcome = deliver(harbour, COOK, {**SAILOR, "more": 1}, COOK, validation=validation)
    assert [type(message).__name__ for message in outcome.messages] == ["Cook", "Sailor", "Cook"]
    assert outcome.stream.stats.drift == 0


def test_one_that_drifts_is_still_its_own_model(harbour: Consumer) -> None:
    outcome = deliver(harbour, {**COOK, "dish": 5}, {"role": "sailor", "dish": "soup"})
    assert [type(message).__name__ for message in outcome.messages] == ["Cook", "Sailor"]
    assert outcome.stream.stats.drift == 2


@pytest.mark.parametrize("payload", ["{}", '{"some": "thing"}', "5", '"cook"', "[]", "null"])
def test_what_is_none_of_them(harbour: Consumer, payload: str) -> None:
    outcome = deliver(harbour, payload, COOK)
    assert len(outcome.passed_over) == len(outcome.messages) == 1
    assert outcome.stream.stats.undecodable == 1


def test_constant_that_none_of_them_has(harbour: Consumer) -> None:
    """It is passed over as unknown, or delivered as it came; never as one of them."""
    outcome = deliver(harbour, {"role": "pilot", "rank": 1}, COOK)
    kinds = [type(message).__name__ for message in outcome.messages]
    assert kinds[-1] == "Cook"
    assert "Sailor" not in kinds
    assert outcome.stream.stats.unknown_events + outcome.stream.stats.drift == 1
