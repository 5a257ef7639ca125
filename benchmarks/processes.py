"""Whole processes against each other: they take turns, and the ratio of their medians counts."""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Sequence
from pathlib import Path
from statistics import median

Command = Sequence[str | Path]


def processor_seconds(command: Command, folder: Path) -> float:
    """What a process and those that it starts take of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(name: str, ours: Command, theirs: Command, folder: Path, rounds: int) -> float:
    """Run both in turns, and print how many times as long the first takes."""
    pairs: list[tuple[float, float]] = []
    for turn in range(rounds + 1):
        pair = processor_seconds(ours, folder), processor_seconds(theirs, folder)
        pairs += [pair] * (turn > 0)  # the first turn writes what Python caches
    mine, peer = median(first for first, _ in pairs), median(second for _, second in pairs)
    print(f"{name:<30} {mine / peer:5.2f} x  ({mine * 1e3:.0f} against {peer * 1e3:.0f} ms)")
    return mine / peer
