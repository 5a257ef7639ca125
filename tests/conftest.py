"""What tests of several folders share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.packages import isolated_environment


@pytest.fixture(scope="session")
def isolated() -> Iterator[None]:
    """Keeps the clients of generated packages on this machine."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in isolated_environment().items():
            patch.setenv(name, value)
        yield
