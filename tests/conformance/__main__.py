"""Prints the figures; the status is 1 if one of them isn't as it must be."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from itertools import product
from typing import Any

from tests.conformance import cuts, deviations, differential, memory, vectors
from tests.conformance.examples import example_streams
from tests.consuming import KINDS, Consumer, Outcome
from tests.packages import committed, isolated_environment

PACKAGES = ("centml_sse", "cleanlab_sse")
SAMPLE = 13
"""Of so many cuts, one is tried with the asynchronous client, too."""
CASES = 3000
MAX_EVENT_SIZE = 16 * 1024 * 1024
SHOWN = 20


class Figures:
    """What was tried, what came of it, and whether it is what must come of it."""

    def __init__(self) -> None:
        self.failures: list[str] = []
        self.foreign = 0

    def line(self, name: str, figures: str) -> None:
        """Print a figure."""
        print(f"{name:<20} {figures}", flush=True)

    def outcome(self, package: Any, outcome: Outcome, failures: Iterator[str]) -> bool:
        """Note an outcome; whether it is as it must be."""
        foreign = outcome.error is not None and not isinstance(outcome.error, package.APIError)
        self.foreign += foreign
        found = list(failures)
        self.failures += found
        return not found

    def vectors(self, package: Any) -> None:
        """All event streams of the table, fed in all ways."""
        table = vectors.read_vectors()
        found = {vector.name: list(vectors.failures(package, vector)) for vector in table}
        self.failures += [failure for failures in found.values() for failure in failures[:3]]
        passed = sum(not failures for failures in found.values())
        fed = sum(1 for vector in table for _ in vectors.ways(vector))
        self.line("vectors", f"{passed} of {len(table)} passed, fed in {fed} ways")

    def cuts(self) -> None:
        """Every cut of every example stream whose end is declared."""
        tried = silent = 0
        for example in example_streams():
            for outcomes, stride in ((cuts.outcomes, 1), (cuts.outcomes_awaited, SAMPLE)):
                for cut, outcome in outcomes(example, cuts.every_cut(example, stride)):
                    tried += 1
                    silent += cuts.is_silent(example, cut, outcome)
                    self.outcome(example.package, outcome, cuts.failures(example, cut, outcome))
        self.line("cuts", f"{tried} tried, {silent} silently complete")

    def deviations(self) -> None:
        """All deviations, with both clients of the packages."""
        passed = tried = 0
        for package, kind in product(map(committed, PACKAGES), KINDS):
            consumer = Consumer(kind, package)
            for deviation in deviations.read_deviations():
                tried += 1
                outcome = deviations.consume(consumer, deviation)
                failures = deviations.failures(consumer, deviation, outcome)
                passed += self.outcome(package, outcome, failures)
        self.line("deviations", f"{passed} of {tried} as expected")

    def memory(self, package: Any) -> None:
        """What a small body takes of it that grows without end when it is decompressed."""
        for consumer in (Consumer(kind, package) for kind in KINDS):
            for bomb in filter(lambda it: it.transport == "gzip", deviations.read_deviations()):
                outcome, held = memory.measure(consumer, bomb, MAX_EVENT_SIZE)
                self.outcome(package, outcome, deviations.failures(consumer, bomb, outcome))
                if held > memory.FACTOR:
                    self.failures.append(f"{bomb} ({consumer.kind}): {held} x max_event_size")
                told = f"{held:.1f} x max_event_size held of {bomb.size / MAX_EVENT_SIZE:.0f} x"
                self.line("memory", f"{told}, {consumer.kind}")

    def differential(self, package: Any) -> None:
        """Random streams, read by the parser and by the reference."""
        tried, found = differential.try_cases(package, CASES)
        self.failures += found
        self.line("differential", f"{tried} cases tried, {len(found)} disagreements")


def main() -> int:
    """Try everything."""
    os.environ.update(isolated_environment())
    logging.disable()  # what the packages say is no figure
    figures = Figures()
    package = committed(PACKAGES[0])
    figures.vectors(package)
    figures.differential(package)
    figures.deviations()
    figures.memory(package)
    figures.cuts()
    figures.line("foreign exceptions", str(figures.foreign))
    for failure in figures.failures[:SHOWN]:
        print(f"  {failure[:1000]}")
    return 1 if figures.failures or figures.foreign else 0


if __name__ == "__main__":
    sys.exit(main())
