"""Streams as the providers of the corpus send them, and what must be delivered of each.

They are written after the descriptions and examples of the documents: names of events, constants,
comments, ids, sentinels and the way a stream ends are the provider's.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "data" / "streams"


@dataclass(frozen=True, kw_only=True)
class Served:
    """A stream that is served to a method of a client."""

    document: str
    method: str
    stream: str
    """The name of a file in `data/streams`."""
    delivered: tuple[str, ...]
    """The classes of the messages."""
    ended: str
    request: str
    """The method and the URL's path and query that the server must be asked for."""
    client: dict[str, Any] = field(default_factory=lambda: {"api_key": "key"})
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])
    given: dict[str, Any] | None = None
    """What the caller gives as the body."""
    added: dict[str, Any] = field(default_factory=dict[str, Any])
    """What must be in the body besides."""

    @property
    def content(self) -> bytes:
        return (FOLDER / f"{self.stream}.sse").read_bytes()


STREAMS = (
    Served(
        document="agno-agi",
        method="stream_agent_run_events",
        stream="agno-agi-agent",
        delivered=("RunStarted", "RunContent", "RunContent", "RunCompleted"),
        ended="final_message",
        request="POST /agents/a/runs",
        arguments={"agent_id": "a"},
        given={"message": "hi"},
    ),
    Served(
        document="agno-agi",
        method="stream_workflow_run_events",
        stream="agno-agi-workflow",
        delivered=("RunStarted", "WorkflowStepEvent", "RunCompleted"),
        ended="final_message",
        request="POST /workflows/w/runs",
        arguments={"workflow_id": "w"},
        given={"message": "hi"},
    ),
    Served(
        document="anthropic",
        method="subscribe_messages_stream",
        stream="anthropic",
        delivered=(
            "MessageStartEvent",
            "ContentBlockStartEvent",
            "PingEvent",
            "ContentBlockDeltaEvent",
            "ContentBlockStopEvent",
            "MessageDeltaEvent",
            "MessageStopEvent",
        ),
        ended="final_message",
        request="POST /v1/messages",
        arguments={"anthropic_version": "2023-06-01"},
        given={"model": "m", "max_tokens": 9},
        added={"stream": True},
    ),
    Served(
        document="anthropic",
        method="subscribe_messages_stream",
        stream="anthropic-error",
        delivered=(),
        ended="error",
        request="POST /v1/messages",
        given={"model": "m"},
        added={"stream": True},
    ),
    Served(
        document="apache-couchdb",
        method="receive_changes_event_source",
        stream="apache-couchdb",
        delivered=("ChangeRow", "ChangeRow"),
        ended="end_of_body",
        request="GET /people/_changes?feed=eventsource&since=now&include_docs=true",
        client={"basic": ("user", "password")},
        arguments={"db": "people", "since": "now", "include_docs": True, "reconnect": False},
    ),
    Served(
        document="braintrust-data",
        method="stream_proxy_chat_completions",
        stream="chat-chunks",
        delivered=("ChatCompletionChunk", "ChatCompletionChunk"),
        ended="terminator",
        request="POST /v1/proxy/chat/completions",
        given={"model": "m"},
        added={"stream": True},
    ),
    Served(
        document="braintrust-data",
        method="stream_function_invoke",
        stream="braintrust-data-function",
        delivered=("FunctionInvokeEvent", "FunctionInvokeEvent"),
        ended="end_of_body",
        request="POST /v1/function/1-2/invoke",
        arguments={"function_id": "1-2"},
        given={"input": {}},
        added={"stream": True},
    ),
    Served(
        document="chutes",
        method="stream_chat_completion_chunks",
        stream="chat-chunks-crlf",
        delivered=("ChatCompletionChunk", "ChatCompletionChunk"),
        ended="terminator",
        request="POST /v1/chat/completions",
        given={"model": "m"},
        added={"stream": True},
    ),
    Served(
        document="cohere",
        method="receive_v2_chat_stream",
        stream="cohere-v2",
        delivered=(
            "V2ChatMessageStartEvent",
            "V2ChatContentStartEvent",
            "V2ChatContentDeltaEvent",
            "V2ChatContentEndEvent",
            "V2ChatMessageEndEvent",
        ),
        ended="final_message",
        request="POST /v2/chat",
        given={"model": "m"},
        added={"stream": True},
    ),
    Served(
        document="cohere",
        method="receive_v1_chat_stream",
        stream="cohere-v1",
        delivered=("V1ChatStreamStartEvent", "V1ChatTextGenerationEvent", "V1ChatStreamEndEvent"),
        ended="final_message",
        request="POST /v1/chat",
        given={"message": "hi"},
        added={"stream": True},
    ),
    Served(
        document="cohere",
        method="receive_v1_generate_stream",
        stream="cohere-v1-generate",
        delivered=("V1GenerateStreamChunk", "V1GenerateStreamFinalChunk"),
        ended="final_message",
        request="POST /v1/generate",
        given={"prompt": "hi"},
        added={"stream": True},
    ),
    Served(
        document="contextual-ai",
        method="stream_agent_query_events",
        stream="contextual-ai",
        delivered=("MessageDelta", "AttributionEvent", "AttributionEvent", "QueryComplete"),
        ended="final_message",
        request="POST /v1/agents/7/query",
        arguments={"agent_id": "7"},
        given={"messages": []},
        added={"stream": True},
    ),
    Served(
        document="deepseek",
        method="subscribe_chat_completion_stream",
        stream="chat-chunks-after-comment",
        delivered=("ChatCompletionChunk",),
        ended="terminator",
        request="POST /chat/completions",
        given={"model": "m"},
        added={"stream": True},
    ),
    Served(
        document="deepseek",
        method="subscribe_fim_completion_stream",
        stream="deepseek-fim",
        delivered=("FimCompletionChunk",),
        ended="terminator",
        request="POST /beta/completions",
        given={"model": "m"},
        added={"stream": True},
    ),
    Served(
        document="fal-ai",
        method="subscribe_queue_status_stream",
        stream="fal-ai",
        delivered=("QueueStatusInQueue", "QueueStatusInProgress", "QueueStatusCompleted"),
        ended="final_message",
        request="GET /fal-ai/flux/dev/requests/r/status/stream",
        client={"api_key": "Key secret"},
        arguments={"model_id": "fal-ai/flux/dev", "request_id": "r"},
    ),
    Served(
        document="gavel-api",
        method="stream_v1_analyze_stream",
        stream="gavel-api",
        delivered=("TierEvent", "TierEvent", "CompleteEvent"),
        ended="end_of_body",
        request="POST /v1/analyze/stream",
        client={"base_url": "https://gavel.example"},
        given={"artifacts": [], "config": {}},
    ),
    Served(
        document="langdb",
        method="stream_chat_completion_chunks",
        stream="chat-chunks",
        delivered=("ChatCompletionChunk", "ChatCompletionChunk"),
        ended="terminator",
        request="POST /p1/v1/chat/completions",
        client={"api_key": "key", "project_id": "p1"},
        given={"model": "m"},
        added={"stream": True},
    ),
    Served(
        document="letta-ai",
        method="stream_agent_messages",
        stream="letta-ai",
        delivered=(
            "ReasoningMessage",
            "ToolCallMessage",
            "ToolReturnMessage",
            "LettaPing",
            "AssistantMessage",
            "LettaUsageStatistics",
        ),
        ended="terminator",
        request="POST /v1/agents/agent-1/messages",
        arguments={"agent_id": "agent-1"},
        given={"messages": []},
        added={"stream_steps": True},
    ),
    Served(
        document="maister-librarian-stream",
        method="subscribe_librarian",
        stream="maister-librarian",
        delivered=(
            "LibrarianMessageEvent",
            "LibrarianHeartbeatEvent",
            "LibrarianTurnEvent",
            "LibrarianIndicatorEvent",
            "LibrarianResetEvent",
        ),
        ended="end_of_body",
        request="GET /api/librarian/stream",
        client={},
        arguments={"reconnect": False},
    ),
    Served(
        document="moonshot-ai",
        method="receive_chat_completion_chunks",
        stream="chat-chunks",
        delivered=("ChatCompletionChunk", "ChatCompletionChunk"),
        ended="terminator",
        request="POST /v1/chat/completions",
        given={"model": "m", "messages": []},
        added={"stream": True},
    ),
    Served(
        document="perplexity",
        method="receive_sonar_stream_events",
        stream="perplexity-sonar",
        delivered=(
            "SonarChatReasoning",
            "SonarChatReasoningDone",
            "ChatCompletionChunk",
            "SonarChatCompletionDone",
        ),
        ended="terminator",
        request="POST /v1/sonar",
        given={"model": "sonar", "messages": []},
        added={"stream": True},
    ),
    Served(
        document="perplexity",
        method="receive_agent_stream_events",
        stream="perplexity-agent",
        delivered=(
            "AgentEventResponseCreated",
            "AgentEventReasoningStarted",
            "AgentEventOutputTextDelta",
            "AgentEventResponseCompleted",
        ),
        ended="end_of_body",
        request="POST /v1/agent",
        given={"input": "hi"},
        added={"stream": True},
    ),
    Served(
        document="predibase",
        method="stream_generated_tokens",
        stream="predibase-tokens",
        delivered=("TokenChunk", "TokenChunk"),
        ended="end_of_body",
        request="POST /t/deployments/v2/llms/l/generate_stream",
        client={"api_key": "key", "tenant": "t", "model": "l"},
        given={"inputs": "hi"},
    ),
    Served(
        document="replicate",
        method="subscribe_prediction_stream",
        stream="replicate",
        delivered=("str", "str", "SseDonePayload"),
        ended="final_message",
        request="GET /v1/files/x",
        arguments={"url": "https://stream.replicate.com/v1/files/x"},
    ),
    Served(
        document="replicate",
        method="subscribe_prediction_stream",
        stream="replicate-error",
        delivered=("str",),
        ended="error",
        request="GET /v1/files/x",
        arguments={"url": "https://stream.replicate.com/v1/files/x"},
    ),
    Served(
        document="requesty",
        method="stream_chat_completion_chunks",
        stream="chat-chunks",
        delivered=("ChatCompletionChunk", "ChatCompletionChunk"),
        ended="terminator",
        request="POST /v1/chat/completions",
        client={"api_key": "key", "server": "requestyEu"},
        given={"model": "m"},
        added={"stream": True},
    ),
    Served(
        document="sarvam-ai",
        method="receive_chat_completion_chunk",
        stream="chat-chunks",
        delivered=("ChatCompletionChunk", "ChatCompletionChunk"),
        ended="terminator",
        request="POST /v1/chat/completions",
        given={"model": "m"},
        added={"stream": True},
    ),
    Served(
        document="together-ai",
        method="stream_chat_completions",
        stream="chat-chunks",
        delivered=("ChatCompletionChunk", "ChatCompletionChunk"),
        ended="terminator",
        request="POST /v1/chat/completions",
        given={"model": "m", "messages": []},
        added={"stream": True},
    ),
    Served(
        document="together-ai",
        method="stream_completions",
        stream="together-ai-completions",
        delivered=("CompletionChunk",),
        ended="terminator",
        request="POST /v1/completions",
        given={"model": "m", "prompt": "x"},
        added={"stream": True},
    ),
    Served(
        document="together-ai",
        method="stream_audio_speech",
        stream="together-ai-speech",
        delivered=("AudioSpeechChunk",),
        ended="terminator",
        request="POST /v1/audio/speech",
        given={"model": "m", "input": "x", "voice": "v"},
        added={"stream": True},
    ),
)
