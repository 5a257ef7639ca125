"""The figures of `python -m tests.conformance`, case by case, so that one that fails has a name."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from tests.conformance import cuts, deviations, differential, memory, vectors
from tests.conformance.deviations import Deviation
from tests.conformance.examples import ExampleStream, example_streams
from tests.conformance.vectors import Vector
from tests.consuming import KINDS, Consumer, Kind

STRIDES = {"sync": 11, "async": 37}
"""The command tries every cut; a test that is run all day tries one of so many."""


@pytest.mark.parametrize("vector", vectors.read_vectors(), ids=lambda vector: vector.name)
def test_vector_is_read_to_the_letter_however_it_is_cut(package: Any, vector: Vector) -> None:
    assert not list(vectors.failures(package, vector))[:3]


@settings(max_examples=300, deadline=None)
@given(stream=differential.streams, places=differential.cuts)
def test_parser_agrees_with_the_reference(package: Any, stream: bytes, places: list[float]) -> None:
    assert not list(differential.disagreements(package, stream, places))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("deviation", list(deviations.read_deviations()), ids=str)
def test_deviation_has_its_outcome(package: Any, deviation: Deviation, kind: Kind) -> None:
    consumer = Consumer(kind, package)
    outcome = deviations.consume(consumer, deviation)
    assert not list(deviations.failures(consumer, deviation, outcome))


@pytest.mark.parametrize("kind", KINDS)
def test_bomb_takes_a_small_multiple_of_the_limit(package: Any, kind: Kind) -> None:
    bomb = next(it for it in deviations.read_deviations() if it.name == "gzip-bomb")
    outcome, held = memory.measure(Consumer(kind, package), bomb, 16 * 1024 * 1024)
    assert outcome.error_name == "EventTooLargeError"
    assert held <= memory.FACTOR


@pytest.fixture(scope="session")
def examples() -> list[ExampleStream]:
    """The example streams whose end is declared."""
    return list(example_streams())


@pytest.mark.parametrize("kind", KINDS)
def test_cut_stream_is_never_reported_complete(examples: list[ExampleStream], kind: Kind) -> None:
    outcomes = cuts.outcomes if kind == "sync" else cuts.outcomes_awaited
    found = [
        failure
        for example in examples
        for cut, outcome in outcomes(example, cuts.every_cut(example, STRIDES[kind]))
        for failure in cuts.failures(example, cut, outcome)
    ]
    assert not found
