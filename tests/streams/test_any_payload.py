"""Whatever JSON comes: a message says on the wire what came, or it is refused as undecodable."""

from __future__ import annotations

import json
import warnings
from typing import Any

import httpx2
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.streams.events import event
from tests.streams.test_drift import CARGO

Json = st.SearchStrategy[Any]

_PLAIN = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
    | st.sampled_from(["loaded", "box", "1", ""])
)
_NAMES = st.sampled_from(
    [*CARGO, "number", "items", "kind", "name", "since", "more", "error", "model_extra"]
)


def _deeper(inner: Json) -> Json:
    return st.lists(inner, max_size=3) | st.dictionaries(_NAMES, inner, max_size=4)


_ANYTHING: Json = st.recursive(_PLAIN, _deeper, max_leaves=8)


@st.composite
def payloads(draw: st.DrawFn) -> dict[str, Any]:
    """An object that has most of what its schema says, and anything besides."""
    payload = {name: value for name, value in CARGO.items() if draw(st.integers(0, 4))}
    return {**payload, **draw(st.dictionaries(_NAMES, _ANYTHING, max_size=4))}


@settings(max_examples=150, deadline=None)
@given(payload=payloads())
def test_message_says_what_came(harbour_package: Any, payload: dict[str, Any]) -> None:
    body = event(payload) + b"data: [DONE]\n\n"
    headers = {"content-type": "text/event-stream"}
    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, headers=headers, content=body))
    with httpx2.Client(transport=transport) as own:
        client = harbour_package.Client(base_url="http://memory.invalid", http_client=own)
        stream = client.stream_cargo({})
        try:
            (message,) = stream
        except harbour_package.StreamErrorEvent:
            assert payload["error"] is not None
            return
        except harbour_package.EventDecodeError:
            assert not CARGO.keys() & payload.keys()
            return
    assert type(message) is harbour_package.Cargo
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert json.loads(message.model_dump_json(exclude_unset=True)) == payload
    assert message.model_fields_set <= {name.replace("-", "_") for name in CARGO} | payload.keys()
    assert stream.stats.drift <= 1
