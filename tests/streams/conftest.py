"""The clients that streams are tried with: the blocking and the awaiting one, in most tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from tests.consuming import KINDS, Consumer, Kind
from tests.packages import built, committed

DATA = Path(__file__).parent.parent / "data"


@pytest.fixture(scope="session", autouse=True)
def _isolated(isolated: None) -> None:
    """Keeps clients on this machine."""


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    """Which client it is."""
    return cast(Kind, request.param)


@pytest.fixture
def chat(kind: Kind) -> Consumer:
    """A client of a chat completion: one message, a declared terminator, a bearer token."""
    return Consumer(kind, committed("centml_sse"))


@pytest.fixture
def harbour(kind: Kind) -> Consumer:
    """A client of streams of all kinds, without credentials."""
    return Consumer(kind, built(DATA / "harbour-asyncapi.yml"))


@pytest.fixture
def vault(kind: Kind) -> Consumer:
    """A client of streams that need credentials of all kinds."""
    return Consumer(kind, built(DATA / "vault-asyncapi.yml"))


@pytest.fixture(scope="session")
def package() -> Any:
    """The package of the chat completion, for tests that use its clients directly."""
    return committed("centml_sse")


@pytest.fixture(scope="session")
def harbour_package() -> Any:
    """The package of streams of all kinds."""
    return built(DATA / "harbour-asyncapi.yml")
