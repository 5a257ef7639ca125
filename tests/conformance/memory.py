"""How much memory a stream takes that grows without end."""

from __future__ import annotations

import tracemalloc

from tests.conformance.deviations import Deviation, consume
from tests.consuming import Consumer, Outcome

FACTOR = 4
"""How many times `max_event_size` a stream may take."""


def measure(consumer: Consumer, deviation: Deviation, max_event_size: int) -> tuple[Outcome, float]:
    """What comes of a stream, and how many times `max_event_size` was held for it at once."""
    consume(consumer, deviation, max_event_size=1)  # so that all is imported and built
    tracemalloc.start()
    try:
        outcome = consume(consumer, deviation, max_event_size=max_event_size)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return outcome, peak / max_event_size
