"""Documents and decisions -> jobs: what to build, where and how."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from .diagnostics import Report
from .selection import WrongUseError, select_documents
from .settings import DEFAULT_OUTPUT, Job, Options, Settings

if TYPE_CHECKING:
    from .custom_templates import CustomTemplates


def plan_builds(documents: Sequence[str | Path], said: Settings, report: Report) -> tuple[Job, ...]:
    """The jobs, in order, each of them once; `said` wins over what the configuration says.

    Raises DocumentError if the configuration or templates have errors, WrongUseError if what is
    asked for can't be meant.
    """
    selected = select_documents(documents, report)
    if said.name is not None and len(selected) > 1:
        raise WrongUseError("a name is for one package, and these are several documents")

    @cache
    def templates_in(folder: Path) -> CustomTemplates:
        from .custom_templates import read_templates

        return read_templates(folder, report)

    jobs: dict[object, Job] = {}
    for document, configured in selected:
        settings = said.over(configured)
        job = Job(
            document=document,
            folder=settings.output or DEFAULT_OUTPUT,
            options=Options(
                name=settings.name or "",
                tests=settings.tests is not False,
                distribution=settings.distribution is True,
                templates=templates_in(settings.templates) if settings.templates else None,
            ),
        )
        jobs.setdefault((os.path.realpath(document), settings), job)
    return tuple(jobs.values())
