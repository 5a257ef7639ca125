"""What the tests of the figures share."""

from __future__ import annotations

from typing import Any

import pytest

from tests.packages import committed


@pytest.fixture(scope="session", autouse=True)
def _isolated(isolated: None) -> None:
    """Keeps clients on this machine."""


@pytest.fixture(scope="session")
def package() -> Any:
    """The package whose run-time is tried; that of the others is the same, byte by byte."""
    return committed("centml_sse")
