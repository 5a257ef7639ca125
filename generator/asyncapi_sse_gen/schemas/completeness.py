"""Definitions that no JSON value can ever satisfy: they require themselves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.intermediate import Definition

MAX_SHOWN = 6
"""Definitions that a message names."""


def report_endless(
    found: Sequence[Definition], definitions: Mapping[str, Definition], report: Report
) -> None:
    """Warn of each newly found definition that requires an endless chain of objects."""
    waiting = {definition.pointer for definition in found}
    missing = Counter[str]()
    users: defaultdict[str, list[str]] = defaultdict(list)
    for definition in found:
        for target in _required(definition):
            if target in waiting:
                missing[definition.pointer] += 1
                users[target].append(definition.pointer)
    finite = [pointer for pointer in waiting if not missing[pointer]]
    while finite:
        pointer = finite.pop()
        waiting.discard(pointer)
        for user in users[pointer]:
            missing[user] -= 1
            if not missing[user]:
                finite.append(user)
    told: set[str] = set()
    for definition in found:
        if definition.pointer in waiting and definition.pointer not in told:
            cycle = _cycle(definition, waiting, definitions)
            told.update(step.pointer for step in cycle)
            names = " requires ".join(f"`{step.proposed}`" for step in cycle[-MAX_SHOWN:])
            message = f"no object is ever complete: {names}"
            help = "make one of these properties optional or nullable"
            report.warning("endless-object", message, definition.place, help=help)


def _required(definition: Definition) -> Iterator[str]:
    """What an object of this definition can't be without."""
    for field in definition.schema.properties:
        if field.required and field.schema.type == "reference" and not field.schema.nullable:
            yield field.schema.target


def _cycle(
    definition: Definition, endless: set[str], definitions: Mapping[str, Definition]
) -> list[Definition]:
    """The chain of requirements from a definition to one that was met before."""
    chain = [definition]
    met: set[str] = set()
    while chain[-1].pointer not in met:
        met.add(chain[-1].pointer)
        target = next(target for target in _required(chain[-1]) if target in endless)
        chain.append(definitions[target])
    return chain
