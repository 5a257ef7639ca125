"""What prose says. Every regular expression that reads a description stands here.

Prose is asked only where the document states nothing, and what it answers is reported. Each
expression is bounded: no repetition stands inside another, and each text is cut at `MAX_LENGTH`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

MAX_LENGTH = 20_000


def flatten(*texts: str) -> str:
    """Texts as one line without emphasis, so that neither a line break nor `**` splits a phrase."""
    return " ".join(" ".join(texts)[:MAX_LENGTH].replace("**", "").split())


# ------------------------------------------------------------------------------------- transports

# "HTTP Server-Sent Events (SSE)", "`text/event-stream`", "the browser's `EventSource` reconnects",
# "emits a sequence of `data:` lines"
_EVENT_STREAM = re.compile(
    r"\bSSE\b|\b[Ss]erver[- ][Ss]ent[- ][Ee]vents?\b|text/event-stream|\bEventSource\b"
    r"|`data:`? (?:lines?|events?|fields?|\[)|[?&]\w+=(?:sse|eventsource)\b"
)
# "NOT a push/streaming transport", "there is no SSE on this channel"; not "not WebSocket but SSE"
_NO_EVENT_STREAM = re.compile(
    r"\b(?:no|not|without|never|isn't|n't use)\b"
    r"(?:(?!\bbut\b|\bonly\b|\bnamed\b|websocket)[^.;,]){0,20}?"
    r"\b(?:SSE|server[- ]sent|push/|push transport|push channel|event stream)",
    re.IGNORECASE,
)
_OTHER_TRANSPORTS = {
    # "Outbound webhook callbacks for a prediction", "Webhook channel for receiving", the channels
    # `webhooks.prediction` and `/webhooks/events`; not "a webhook is called as well"
    "webhook": re.compile(
        r"^/?webhooks?\b|\boutbound webhook|/webhooks?\b"
        r"|\bwebhook (?:callback|channel|event|deliver|endpoint|notification)",
        re.IGNORECASE,
    ),
    # "newline-delimited JSON (NDJSON)", "`application/x-ndjson`", "JSON Lines"
    "newline-delimited JSON": re.compile(
        r"nd-?json|newline[- ]delimited|\bjson ?lines\b|\bjsonl\b|json-seq", re.IGNORECASE
    ),
    # "Long-poll mode. Request blocks until", "operates on a polling model"
    "polling": re.compile(
        r"\blong-?poll|\bpolled\b|\bpolling (?:model|pattern|mode)\b|\bclients? polls?\b",
        re.IGNORECASE,
    ),
    # "Bi-directional WebSocket channel", "`wss://`"
    "WebSocket": re.compile(r"\bweb ?sockets?\b|\bwss?://", re.IGNORECASE),
    # "returns them in a single JSON envelope"
    "a single JSON answer": re.compile(
        r"\bsingle (?:JSON|HTTP) (?:envelope|answer|response)\b" r"|\bone-shot\b|\bnon-streaming\b",
        re.IGNORECASE,
    ),
}
# "it is not WebSocket", "does not publish a WebSocket API"
_NO_WEBSOCKET = re.compile(r"\b(?:not|no|n't|never)\b[^.;,]{0,24}web ?sockets?", re.IGNORECASE)


def says_event_stream(text: str) -> bool:
    """Whether a text speaks of server-sent events."""
    return _EVENT_STREAM.search(text) is not None


def denies_event_stream(text: str) -> bool:
    """Whether a text says that what it describes is no event stream."""
    return _NO_EVENT_STREAM.search(text) is not None


def other_transport(text: str) -> str:
    """The transport other than an event stream that a text names, or "" for none."""
    text = _NO_WEBSOCKET.sub("", text)
    for name, pattern in _OTHER_TRANSPORTS.items():
        if pattern.search(text):
            return name
    return ""


# --------------------------------------------------------------------------------------- requests

_METHOD = re.compile(r"\b(GET|POST|PUT|PATCH|DELETE)s?\b")
# "`POST /v1/analyze/stream`", "POST to `/v1/messages`", "POST https://x.com/v1/chat", "POST .../x"
_ENDPOINT = re.compile(
    r"\b(GET|POST|PUT|PATCH|DELETE)\b`? (?:to |on )?`?((?:https?://|\.{3}/|/|\{)[^\s`'\"),;]*)"
)
_PATH = re.compile(r"(?<![\w}/.])(?:https?://[^\s`'\"),;]+|(?:\.{3}|\{\w+\})?/[^\s`'\"),;]+)")
_HOST = re.compile(r"^(?:https?://[^/]*|\.{3}|\{[^}]*\}(?=/))")


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A method and the paths that a text names with it; `text` runs up to the next method."""

    method: str
    paths: tuple[str, ...]
    text: str


def methods(text: str) -> set[str]:
    """The HTTP methods that a text names."""
    return set(_METHOD.findall(text))


def endpoints(text: str) -> Iterator[Endpoint]:
    """The requests that a text names, as in "`POST /chat` with ..., or POST .../generate"."""
    found = list(_ENDPOINT.finditer(text))
    for index, match in enumerate(found):
        end = found[index + 1].start() if index + 1 < len(found) else len(text)
        clause = text[match.start() : end]
        paths = [match[2], *_PATH.findall(clause[len(match[0]) :])]
        yield Endpoint(method=match[1], paths=tuple(map(_bare_path, paths)), text=clause)


def _bare_path(path: str) -> str:
    """A path without host, query and the full stop that ends its sentence."""
    return _HOST.sub("", path).partition("?")[0].rstrip(".")


# "`stream: true`", "`\"stream\": true`", "stream=true", "when `stream` is `true`", "the `stream`
# request parameter is set to `true`", "`response_mode` to `streaming`"
_BODY_FIELD = re.compile(
    r"(?<![.\w?&-])[\"'`]{0,2}(stream|stream_[a-z]+|streaming|response_mode)[\"'`]{0,2} ?"
    r"(?::|=|(?:request )?(?:parameter |field |flag )?(?:is set to|is|set to|to)\b) ?"
    r"[\"'`]{0,2}(true|streaming|sse)\b",
    re.IGNORECASE,
)
# "(add `stream_tokens: true` to additionally", "(and optionally `stream_tokens: true`)"
_OPTIONAL_FIELD = re.compile(
    r"\b(?:add|adding|optionally|additionally|unless|without)\b[^.;(]{0,12}$", re.IGNORECASE
)
# "with request body { \"stream\": true }"
_BODY_OBJECT = re.compile(
    r"\b(?:body|with|sets?|includes?|containing)\b[^.{}]{0,30}(\{[^{}]{1,200}\})"
)


def body_fields(text: str) -> dict[str, Any]:
    """The fields that a text says the request's body must hold, with their values."""
    fields: dict[str, Any] = {}
    for match in _BODY_OBJECT.finditer(text):
        fields |= _json_fields(match[1])
    for match in _BODY_FIELD.finditer(text):
        if not _OPTIONAL_FIELD.search(text[max(0, match.start() - 30) : match.start()]):
            value = match[2].lower()
            fields.setdefault(match[1], True if value == "true" else value)
    return fields


def _json_fields(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return {name: field for name, field in value.items() if isinstance(field, (bool, str, int))}


# "with a form-encoded body containing", "`application/x-www-form-urlencoded`"
_FORM = re.compile(r"\bform[- ]encoded\b|\bx-www-form-urlencoded\b|\burl-?encoded\b", re.IGNORECASE)
_JSON_BODY = re.compile(r"\bJSON (?:request )?body\b|\bContent-Type: application/json\b")


def says_form_encoded(text: str) -> bool:
    """Whether a text says that the request's body is form-encoded."""
    return _FORM.search(text) is not None


def says_json_body(text: str) -> bool:
    """Whether a text says that the request's body is JSON."""
    return _JSON_BODY.search(text) is not None


# "Returned per-prediction at `urls.stream`", "the URL is published as `links.events`"
_URL_FROM_ANSWER = re.compile(
    r"\b(?:returned|provided|published|given|obtained)\b[^.`]{0,60}`[\w.]{0,40}(?:url|link|stream)[\w.]{0,40}`"
    r"|\b(?:stream(?:ing)?|events?) URL\b[^.]{0,30}\b(?:returned|provided|published)\b",
    re.IGNORECASE,
)
# "(e.g. `fal-ai/flux/dev`, `fal-ai/fast-sdxl`)", "such as `cartesia/sonic`"
_EXAMPLES = re.compile(
    r"(?:\be\.g\.|\bfor example\b|\bsuch as\b)((?:[^`.]{0,12}`[^`]{1,80}`)+)", re.IGNORECASE
)
_CODE = re.compile(r"`([^`]{1,80})`")


def url_comes_from_an_answer(text: str) -> bool:
    """Whether a text says that another call returns the stream's URL."""
    return _URL_FROM_ANSWER.search(text) is not None


def example_values(text: str) -> list[str]:
    """The examples that a parameter's description gives in backticks."""
    return [value for match in _EXAMPLES.finditer(text) for value in _CODE.findall(match[1])]


# ----------------------------------------------------------------------------------------- events

# "a sequence of named SSE events", "Each SSE frame's event name maps to one of the messages",
# "returns SSE events with `event` and `data` fields", "an SSE event name (e.g. `event: x`)"
_NAMED_EVENTS = re.compile(
    r"(?<!not )(?<!no )\bnamed (?:SSE |server-sent )?events?\b|\bSSE event names?\b"
    r"|\bevent names? (?:maps?|match(?:es)?|identif)|`event` and `data` (?:fields|lines)"
    r"|`event:` (?:line|field)|`event: <",
    re.IGNORECASE,
)
_UNNAMED_EVENTS = re.compile(r"\bdata-only\b|\bunnamed\b", re.IGNORECASE)
# "Sent as `event: RunStarted\ndata: {json}\n\n`" (the `\n` as two characters)
_EVENT_NAME = re.compile(r"[`'\"]event: ?([A-Za-z][\w.:/-]*)")
# "SSE comment line (e.g. `: heartbeat`)"
_COMMENT = re.compile(r"\bSSE comments?\b|\bcomment (?:line|frame)s?\b", re.IGNORECASE)
_KEEP_ALIVE = re.compile(r"\bping|heart-?beat|keep-?alive", re.IGNORECASE)


def says_named_events(text: str) -> bool:
    """Whether a text says that each event has an SSE event name."""
    return _NAMED_EVENTS.search(text) is not None and _UNNAMED_EVENTS.search(text) is None


def event_name(text: str) -> str:
    """The SSE event name that a message's text gives it, or ""."""
    match = _EVENT_NAME.search(text)
    return match[1] if match else ""


def says_comment(text: str) -> bool:
    """Whether a message's text says that it is an SSE comment, which is no event."""
    return _COMMENT.search(text) is not None


def says_keep_alive(text: str) -> bool:
    """Whether a text speaks of a heartbeat."""
    return _KEEP_ALIVE.search(text) is not None


# ---------------------------------------------------------------------------------------- endings

# "terminated by a `data: [DONE]` message", "the literal sentinel `[DONE]`", "`[DONE]` sentinel"
_SENTINEL = re.compile(r"(?:data: ?|[`'\"]|sentinel |literal )(\[[A-Z][A-Z_ -]{1,18}\])")
# "the stream is closed by a literal `data: done` event"
_TERMINATING_DATA = re.compile(
    r"\b(?:terminat|end|clos|finish|final)\w*[^.`]{0,60}`data: ?([^\s`{<][^`{<]{0,30})`",
    re.IGNORECASE,
)
_TERMINATOR = re.compile(
    r"terminator|sentinel|\bend[- ]of[- ](?:the )?stream|stream[ _-]?(?:done|end)\b", re.IGNORECASE
)
# "Final event on the stream", "Terminal SSE event marking", "This is the terminal event of the
# stream", "Marks the end of the stream"; not "the final chunk for a choice carries"
_LAST = re.compile(
    r"^(?:an? )?(?:final|terminal|last)\b[^.;,`]{0,30}\b(?:event|chunk|message|frame|item)\b"
    r"|^the (?:final|terminal|last) (?:\w+ )?(?:event|chunk|message) (?:of|on|in) the (?:\w+ )?"
    r"stream\b"
    r"|\bthis is the (?:final|terminal|last) \w*? ?(?:event|chunk|message|frame|item)\b"
    r"|^(?:event |message )?mark(?:s|ing) (?:the )?end of (?:the )?(?:\w+ )?(?:stream|run)\b"
    r"|^(?:v\d )?stream[-_ ](?:end|done)$"
    r"|^(?:emitted|sent) (?:once )?when the (?:\w+ )?(?:prediction|run|stream|response|query"
    r"|request|generation|job|task) (?:finishes|completes|ends|is (?:complete|finished|done))\b",
    re.IGNORECASE,
)
_FAILURE = re.compile(r"error|fail|exception|abort|cancel", re.IGNORECASE)
_NO_TERMINATOR = re.compile(
    r"^(?:none|n/a|null|no\b.*|eof|connection.*|(?:server )?clos\w*.*"
    r"|end of (?:body|response|stream))$",
    re.IGNORECASE,
)


def terminator(text: str) -> str:
    """The data value that a text says ends the stream, or ""."""
    match = _SENTINEL.search(text) or _TERMINATING_DATA.search(text)
    return match[1].strip() if match else ""


def says_terminator(text: str) -> bool:
    """Whether a message calls itself the terminator."""
    return _TERMINATOR.search(text) is not None


def says_last(text: str) -> bool:
    """Whether a message's text says that it is the last one of the stream."""
    return _LAST.search(text) is not None


def says_failure(text: str) -> bool:
    """Whether a name or title is one of an error."""
    return _FAILURE.search(text) is not None


def denies_terminator(text: str) -> bool:
    """Whether the value of a `terminator` says that there is none ("connection close")."""
    return _NO_TERMINATOR.match(text) is not None


# "The endpoint honors the `Last-Event-ID` header for reconnects"
_RESUME = re.compile(r"\bLast-?Event-?ID\b", re.IGNORECASE)
_NO_RESUME = re.compile(
    r"(?:\bnot?\b|n't|\bwithout\b|\bignores?\b)[^.;]{0,30}\bLast-?Event-?ID\b"
    r"|\bLast-?Event-?ID\b[^.;]{0,30}(?:\bnot\b|n't|\bignored\b)",
    re.IGNORECASE,
)


def says_resumable(text: str) -> bool:
    """Whether a text says that a stream is resumed from the last event ID."""
    return _RESUME.search(text) is not None and _NO_RESUME.search(text) is None


# ------------------------------------------------------------------------------------ credentials

# `Authorization: Bearer <CENTML_API_KEY>`, `Bearer {MOONSHOT_API_KEY}`, `Key $FAL_KEY`
_VARIABLE = re.compile(r"<([A-Z][A-Z0-9_]+)>|\$?\{([A-Z][A-Z0-9_]+)\}|\$([A-Z][A-Z0-9_]+)")
_BEARER = re.compile(r"\bAuthorization`?:? `?Bearer\b", re.IGNORECASE)
# "Standard request headers apply: `x-api-key`, `anthropic-version`, `content-type: ...`."
_REQUEST_HEADERS = re.compile(
    r"\brequest headers?\b[^:.`]{0,30}: ?((?:`[^`]{1,80}`(?:, and |, | and )?)+)"
)
# "`Content-Type: application/json`, `api-subscription-key` header"
_HEADER = re.compile(r"`([A-Za-z][\w-]{1,60})` (?:request |HTTP )?header\b")
_CREDENTIAL_HEADER = re.compile(
    r"(?:[\w-]*-)?(?:api-?key|subscription-key|access-key|(?:auth|access|api)-token)", re.IGNORECASE
)


def environment_variable(text: str) -> str:
    """The environment variable that a text writes as `<NAME>`, `{NAME}` or `$NAME`, or ""."""
    match = _VARIABLE.search(text)
    return next(filter(None, match.groups())) if match else ""


def says_bearer(text: str) -> bool:
    """Whether a text speaks of `Authorization: Bearer`."""
    return _BEARER.search(text) is not None


def request_headers(text: str) -> list[str]:
    """The names of the request headers that a text lists."""
    lists = [_CODE.findall(match[1]) for match in _REQUEST_HEADERS.finditer(text)]
    listed = [name.partition(":")[0].strip() for names in lists for name in names]
    return listed + _HEADER.findall(text)


def is_credential_header(name: str) -> bool:
    """Whether a header's name is one of a credential (`x-api-key`)."""
    return _CREDENTIAL_HEADER.fullmatch(name) is not None


# --------------------------------------------------------------------------------------- direction

# "Receive v2 Chat streaming events", `receiveChatCompletionChunks`, "Server-Sent Events streamed
# back from", "Consume prediction SSE stream"
_RECEIVES = re.compile(
    r"^(?:receiv|subscrib|stream(?!ing request)|consum|listen|follow|get|watch|on[A-Z])\w*"
    r"|\bevents streamed back\b|\bemitted by\b|\b(?:the )?server (?:emits|pushes|sends|streams)\b",
    re.IGNORECASE,
)
# "Open an SSE stream for chat completions", `createStreamingCompletion`, "Submit artifacts for"
_SENDS = re.compile(
    r"^(?:send|open|creat|submit|post|start|enqueue|request|invok|publish|ask|run)\w*"
    r"|\bclient (?:POSTs|sends|posts|submits)\b|\brequest body\b",
    re.IGNORECASE,
)
# "Chat Completion Stream Request", "JSON body posted by the client", `AnalyzeRequest`
_REQUEST_MESSAGE = re.compile(r"request\b|requestbody|\bbody posted\b|\binput\b", re.IGNORECASE)
# "SSE data event carrying a chat.completion.chunk", `ChatCompletionChunk`, `TierEvent`
_STREAMED_MESSAGE = re.compile(r"event\b|chunk|delta|token|\bdata:|sentinel", re.IGNORECASE)


def says_receive(text: str) -> bool:
    """Whether an operation's text says that the client receives."""
    return _RECEIVES.search(text) is not None


def says_send(text: str) -> bool:
    """Whether an operation's text says that the client sends."""
    return _SENDS.search(text) is not None


def names_request(text: str) -> bool:
    """Whether a message's name or title is one of a request."""
    return _REQUEST_MESSAGE.search(text) is not None


def names_streamed_message(text: str) -> bool:
    """Whether a message's name or title is one of an event."""
    return _STREAMED_MESSAGE.search(text) is not None
