"""How the time and memory of a build grow with the document: `python -m benchmarks.growth`.

Two kinds of documents are built, each with 100 and with 1,000 messages: one with a single channel
that carries all of them, one with a channel for every ten. Each build is a process of its own. The
exponent is 1 if ten times the messages take ten times as much; what a build of next to nothing
takes is left out of account.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

LIMIT = 1.1
SIZES = (100, 1_000)
COMMAND = Path(sys.executable).with_name("asyncapi-sse-gen")


def document(messages: int, per_channel: int) -> dict[str, Any]:
    """A document with so many messages, each with a payload of its own."""
    names = [f"Message{number}" for number in range(messages)]
    starts = range(0, messages, per_channel)
    return {
        "asyncapi": "2.6.0",
        "info": {"title": "Growth", "version": "1.0.0"},
        "defaultContentType": "application/json",
        "servers": {"main": {"url": "https://api.growth.example", "protocol": "https"}},
        "channels": {
            f"/streams/{start}": _channel(start, names[start : start + per_channel])
            for start in starts
        },
        "components": {
            "messages": {name: {"payload": _reference("schemas", name)} for name in names},
            "schemas": {name: _schema(name) for name in names} | {"Shared": _shared()},
        },
    }


def _channel(number: int, names: list[str]) -> dict[str, Any]:
    return {
        "bindings": {"http": {"type": "request", "method": "GET"}, "x-sse": {}},
        "subscribe": {
            "operationId": f"follow{number}",
            "message": {"oneOf": [_reference("messages", name) for name in names]},
        },
    }


def _schema(name: str) -> dict[str, Any]:
    return {
        "type": "object",
        "description": f"What {name} says.",
        "required": ["kind"],
        "properties": {
            "kind": {"const": name},
            "text": {"type": "string", "description": "A text."},
            "count": {"type": "integer", "minimum": 0},
            "shared": _reference("schemas", "Shared"),
            "items": {
                "type": "array",
                "items": {"type": "object", "properties": {f"of{name}": {"type": "string"}}},
            },
        },
    }


def _shared() -> dict[str, Any]:
    return {"type": "object", "properties": {"id": {"type": "string"}}}


def _reference(section: str, name: str) -> dict[str, str]:
    return {"$ref": f"#/components/{section}/{name}"}


def measure(messages: int, per_channel: int) -> tuple[float, float]:
    """The processor time in seconds and the peak memory in MiB of a build."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "growth-asyncapi.json"
        path.write_text(json.dumps(document(messages, per_channel)))
        command = [COMMAND, "build", path, "-o", Path(folder) / "built", "--no-tests"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise SystemExit(f"the build ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def exponent(small: float, large: float, base: float) -> float:
    """The power of the size with which what is above the base grows."""
    return math.log((large - base) / (small - base)) / math.log(SIZES[1] / SIZES[0])


def main() -> int:
    """Print the figures; 1 if any exponent is above the limit."""
    worst = 0.0
    for name, per_channel in (("one channel", SIZES[1]), ("ten messages a channel", 10)):
        base, small, large = (measure(size, per_channel) for size in (1, *SIZES))
        for what, unit, index in (("time", "s", 0), ("memory", "MiB", 1)):
            grown = exponent(small[index], large[index], base[index])
            worst = max(worst, grown)
            figures = " -> ".join(f"{one[index]:.1f}" for one in (base, small, large))
            print(f"{name}: {what} {figures} {unit}: exponent {grown:.2f}")
    return int(worst > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
