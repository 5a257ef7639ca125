"""What the tests of the figures share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.packages import committed, isolated_environment


@pytest.fixture(autouse=True, scope="session")
def _isolation() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in isolated_environment().items():
            patch.setenv(name, value)
        yield


@pytest.fixture(scope="session")
def package() -> Any:
    """The package whose run-time is tried; that of the others is the same, byte by byte."""
    return committed("centml_sse")
