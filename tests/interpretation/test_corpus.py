"""Real documents, which lie beside the project and not in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.intermediate import Api, Operation

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus isn't here")

# Method, path, messages, how they are told apart (`?x` by content, `=x` by the constant `x`), what
# ends the stream (`.x` required, `~x` told by prose, `>x` the last message), security, body.
STREAM = "stream=True"
READINGS = {
    "agno-agi": [
        f"POST /agents/{{agent_id}}/runs 4 event=event >RunCompleted bearer form:{STREAM}",
        f"POST /teams/{{team_id}}/runs 4 event=event >RunCompleted bearer form:{STREAM}",
        f"POST /workflows/{{workflow_id}}/runs 5 event=event >RunCompleted bearer form:{STREAM}",
    ],
    "anthropic": [f"POST /messages 8 event=type >MessageStop x-api-key? json:{STREAM}"],
    "apache-couchdb": ["GET /{db}/_changes 1 event - basic|AuthSession -"],
    "braintrust-data": [
        f"POST /v1/proxy/chat/completions 1 single ~[DONE] bearer json:{STREAM}",
        f"POST /v1/function/{{function_id}}/invoke 1 single - bearer json:{STREAM}",
    ],
    "chutes": [f"POST /chat/completions 1 single .[DONE] bearer json:{STREAM}"],
    "cohere": [
        f"POST /v2/chat 12 constant=type >V2MessageEnd bearer json:{STREAM}",
        f"POST /v1/chat 9 constant=event_type >V1StreamEnd bearer json:{STREAM}",
        f"POST /v1/generate 2 structure >V1GenerateFinalChunk bearer json:{STREAM}",
    ],
    "contextual-ai": [
        f"POST /agents/{{agent_id}}/query 3 constant=type >QueryComplete bearer json:{STREAM}"
    ],
    "deepseek": [
        f"POST /chat/completions 1 single .[DONE] bearer json:{STREAM}",
        f"POST /completions 1 single .[DONE] bearer json:{STREAM}",
    ],
    "fal-ai": [
        "GET /{model_id}/requests/{request_id}/status/stream 3 constant=status"
        " >QueueStatusCompleted Authorization? -"
    ],
    "gavel-api": ["POST /v1/analyze/stream 3 structure - - json:"],
    "langdb": [f"POST /chat/completions 1 single .[DONE] bearer json:{STREAM}"],
    "letta-ai": [
        "POST /agents/{agent_id}/messages 6 constant=message_type .[DONE] bearer"
        " json:stream_steps=True"
    ],
    "maister-librarian-stream": ["GET /api/librarian/stream 5 constant=type - - -"],
    "moonshot-ai": [f"POST /v1/chat/completions 1 single .[DONE] bearer json:{STREAM}"],
    "perplexity": [
        f"POST /chat/completions 1 single .[DONE] bearer json:{STREAM}",
        f"POST /v1/sonar 4 constant=object .[DONE] bearer json:{STREAM}",
        f"POST /v1/agent 14 constant=type - bearer json:{STREAM}",
    ],
    "predibase": [
        f"POST /v1/chat/completions 1 single .[DONE] bearer json:{STREAM}",
        "POST /generate_stream 1 single - bearer json:",
    ],
    "replicate": ["GET None 3 event >SseDoneEvent bearer -"],
    "requesty": [f"POST /chat/completions 1 single .[DONE] bearer json:{STREAM}"],
    "sarvam-ai": [f"POST /v1/chat/completions 1 single .[DONE] api-subscription-key json:{STREAM}"],
    "together-ai": [
        f"POST /chat/completions 1 single .[DONE] bearer json:{STREAM}",
        f"POST /completions 1 single .[DONE] bearer json:{STREAM}",
        f"POST /audio/speech 1 single .[DONE] bearer json:{STREAM}",
    ],
}


def _reading(api: Api, operation: Operation) -> str:
    told_apart = "=".join((operation.discrimination, *operation.discriminator))
    return (
        f"{operation.method} {operation.path} {len(operation.messages)} {told_apart}"
        f" {_ending(operation)} {_security(api, operation)} {_body(operation)}"
    )


def _ending(operation: Operation) -> str:
    terminator = operation.terminator
    if terminator is not None:
        return f"{'.' if terminator.required else '~'}{terminator.value}"
    return f">{operation.last}" if operation.last else operation.final or "-"


def _security(api: Api, operation: Operation) -> str:
    names = {one.name: one.parameter or one.kind for one in api.security_schemes}
    needed = "|".join("+".join(names[name] for name in one) for one in operation.security if one)
    return f"{needed or '-'}{'?' if () in operation.security else ''}"


def _body(operation: Operation) -> str:
    if operation.request is None:
        return "-"
    kind = "form" if "form" in operation.request.content_type else "json"
    return f"{kind}:{','.join(f'{name}={value}' for name, value in operation.request.constants)}"


@pytest.mark.parametrize("name", READINGS)
def test_an_event_stream(read_file: Callable[[Path], tuple[Api | None, Report]], name: str) -> None:
    api, report = read_file(CORPUS / "sse" / f"{name}-asyncapi.yml")
    assert api is not None
    assert [one.message for one in report if one.severity == "error"] == []
    assert [_reading(api, operation) for operation in api.operations] == READINGS[name]


def test_all_event_streams_are_in_the_table() -> None:
    names = {path.stem.removesuffix("-asyncapi") for path in CORPUS.glob("sse/*.yml")}
    assert names == set(READINGS)


@pytest.mark.parametrize("folder", ["not-sse", "asyncapi-3"])
def test_other_documents_are_refused(
    read_file: Callable[[Path], tuple[Api | None, Report]], folder: str
) -> None:
    code = {"not-sse": "not-an-event-stream", "asyncapi-3": "unsupported-version"}[folder]
    paths = sorted((CORPUS / folder).glob("*.yml"))
    assert paths
    for path in paths:
        api, report = read_file(path)
        assert api is None
        assert [one.code for one in report if one.severity == "error"] == [code], path.name
