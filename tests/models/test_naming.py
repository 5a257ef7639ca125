"""What packages, models, fields, methods and arguments are called."""

from __future__ import annotations

import keyword
import sys
from typing import Any

import pytest
from asyncapi_sse_gen.diagnostics import Place, Report
from asyncapi_sse_gen.identifiers import MAX_LENGTH, camel_case, snake_case
from asyncapi_sse_gen.intermediate import (
    Api,
    Definition,
    Message,
    Operation,
    Parameter,
    Property,
    Schema,
    SecurityScheme,
    Server,
    ServerVariable,
)
from asyncapi_sse_gen.naming import Names, choose_names
from asyncapi_sse_gen.packages import package_name
from asyncapi_sse_gen.reserved import CLASSES, FIELDS
from pydantic import BaseModel

PLACE = Place(path="spec.yml")
TEXT = Schema(type="string")


def make_api(**parts: Any) -> Api:
    facts: dict[str, Any] = {"title": "", "version": "1", "servers": (), "security_schemes": ()}
    facts |= {"operations": (), "definitions": ()}
    return Api(**(facts | parts))


def names_of(stem: str = "some", **parts: Any) -> Names:
    return choose_names(make_api(**parts), "some_sse", stem, Report())


def define(name: str, *fields: str, is_named: bool = True, pointer: str = "") -> Definition:
    return Definition(
        pointer=pointer or f"#/{name}",
        proposed=name,
        schema=Schema(
            type="object",
            properties=tuple(Property(name=field, schema=TEXT) for field in fields),
        ),
        place=PLACE,
        is_named=is_named,
    )


def operation(channel: str, *messages: Message, **parts: Any) -> Operation:
    facts: dict[str, Any] = {"operation_id": "", "channel": channel, "path": channel}
    facts |= {"method": "GET", "servers": (), "messages": messages}
    return Operation(**(facts | parts))


def message(key: str, target: str = "", name: str = "") -> Message:
    payload = Schema(type="reference", target=target) if target else TEXT
    return Message(key=key, name=name or key, payload=payload, is_text=not target)


def server(name: str, *variables: str) -> Server:
    found = tuple(ServerVariable(name=variable) for variable in variables)
    return Server(name=name, url="https://example.com", variables=found)


# --------------------------------------------------------------------------------------- packages


@pytest.mark.parametrize(
    ("stem", "package"),
    [
        ("centml-asyncapi", "centml_sse"),
        ("together-ai-asyncapi", "together_ai_sse"),
        ("librarian-stream.asyncapi", "librarian_stream_sse"),
        ("centmlAsyncAPI", "centml_sse"),
        ("fooBarHTTP", "foo_bar_http_sse"),
        ("events_sse", "events_sse"),
        ("events-sse-asyncapi", "events_sse"),
        ("json", "json_sse"),
        ("class", "class_sse"),
        ("tests", "tests_sse"),
        ("123 go", "api_123_go_sse"),
        ("__main__", "main_sse"),
        ('x"""\n<code>', "x_code_sse"),
    ],
)
def test_packages_are_named_after_the_file(stem: str, package: str) -> None:
    assert package_name(stem, make_api(title="Title", servers=(server("main"),))) == package


@pytest.mark.parametrize(
    "stem", ["spec", "asyncapi", "api", "document", "index", "API", "流式接口"]
)
def test_stems_that_say_nothing_give_way(stem: str) -> None:
    assert package_name(stem, make_api(title="T", servers=(server("my-server"),))) == (
        "my_server_sse"
    )
    assert package_name(stem, make_api(title="The Title (SSE)")) == "the_title_sse"
    assert package_name(stem, make_api(title="!!! ???")) == "api_sse"


@pytest.mark.parametrize("title", ["x" * 10_000, "流式接口", "", "__main__", "123", "typing", "é"])
def test_packages_are_fit(title: str) -> None:
    name = package_name("spec", make_api(title=title))
    assert name.isidentifier()
    assert name.isascii()
    assert name.endswith("_sse")
    assert len(name) <= 64
    assert name not in sys.stdlib_module_names


# ------------------------------------------------------------------------------------ credentials


def scheme(name: str, variable: str = "") -> SecurityScheme:
    return SecurityScheme(name=name, kind="bearer", variable=variable)


@pytest.mark.parametrize(
    ("stem", "variable", "expected"),
    [
        ("centml-asyncapi", "", "CENTML_API_KEY"),
        ("centml-asyncapi", "CENTML_API_KEY", "CENTML_API_KEY"),
        ("cleanlab-asyncapi", "CLEANLAB_TLM_API_KEY", "CLEANLAB_TLM_API_KEY"),
        ("together-ai-asyncapi", "TOGETHER_API_KEY", "TOGETHER_API_KEY"),
        ("together-ai-asyncapi", "", "TOGETHER_AI_API_KEY"),
        ("chat-asyncapi", "AWS_SECRET_ACCESS_KEY", "CHAT_API_KEY"),
        ("chat-asyncapi", "CHATTER_KEY", "CHAT_API_KEY"),
        ("chat-asyncapi", "CHAT_KEY=x", "CHAT_API_KEY"),
    ],
)
def test_environment_of_one_scheme(stem: str, variable: str, expected: str) -> None:
    names = names_of(stem, security_schemes=(scheme("bearerAuth", variable),))
    assert names.environment == {"bearerAuth": expected}
    assert names.schemes == {"bearerAuth": "api_key"}


def test_several_schemes() -> None:
    schemes = (scheme("bearerAuth"), scheme("X-Api-Key", "CHAT_KEY"), scheme("headers"))
    names = names_of("chat", security_schemes=schemes)
    assert names.environment == {
        "bearerAuth": "CHAT_BEARER_AUTH",
        "X-Api-Key": "CHAT_KEY",
        "headers": "CHAT_HEADERS",
    }
    assert names.schemes == {
        "bearerAuth": "bearer_auth",
        "X-Api-Key": "x_api_key",
        "headers": "headers_",
    }


def test_server_variables() -> None:
    servers = (server("a", "region", "timeout"), server("b", "region", "api_key", "my-port"))
    names = names_of(servers=servers, security_schemes=(scheme("key"),))
    assert names.variables == {
        "region": "region",
        "timeout": "timeout_",
        "api_key": "api_key_2",
        "my-port": "my_port",
    }


# ----------------------------------------------------------------------------------------- models


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ChatCompletionChunk", "ChatCompletionChunk"),
        ("Foo_Bar", "Foo_Bar"),
        ("chat_completion-chunk", "ChatCompletionChunk"),
        ("messageDelta", "MessageDelta"),
        ("v1.chat.completion", "V1ChatCompletion"),
        ("Chunk choice finish_reason", "ChunkChoiceFinishReason"),
        ("404", "Schema404"),
        ("Crème brûlée", "CremeBrulee"),
        ("поток", "U043fU043eU0442U043eU043a"),
        ("!", "SchemaU0021"),
        ("", "SchemaEmpty"),
        ("Client", "ClientModel"),
        ("Any", "AnyModel"),
        ("ValueError", "ValueErrorModel"),
        ("None", "NoneModel"),
        ("str", "Str"),
        ("__import__('os').system('x')", "ImportOsSystemX"),
        ("../../etc/passwd", "EtcPasswd"),
    ],
)
def test_classes(name: str, expected: str) -> None:
    assert names_of(definitions=(define(name),)).classes == {f"#/{name}": expected}


def test_names_of_the_document_come_first() -> None:
    place = define("Chunk Model", is_named=False, pointer="#/0")
    definitions = (place, define("chunk_model"), define("ChunkModel"), define("Client"))
    names = names_of(definitions=definitions)
    assert list(names.classes.items()) == [
        ("#/chunk_model", "ChunkModel"),
        ("#/ChunkModel", "ChunkModelModel"),
        ("#/Client", "ClientModel"),
        ("#/0", "ChunkModelModel2"),
    ]


def test_an_unrelated_definition_renames_nothing() -> None:
    definitions = (define("A", "x-y", "x_y"), define("A b", is_named=False), define("client"))
    names = names_of(definitions=definitions)
    more = names_of(definitions=(define("Other", "x"), *definitions))
    assert names.classes.items() <= more.classes.items()
    assert names.fields.items() <= more.fields.items()


def test_a_reserved_name_is_noted() -> None:
    report = Report()
    choose_names(make_api(definitions=(define("Payload"),)), "p_sse", "p", report)
    assert [found.code for found in report] == ["reserved-name"]


# ----------------------------------------------------------------------------------------- fields


def fields_of(*wire_names: str) -> list[str]:
    names = names_of(definitions=(define("It", *wire_names),))
    return [names.fields["#/It", name] for name in wire_names]


def test_fields() -> None:
    assert fields_of("id", "messageId", "type", "object", "model_name") == [
        "id",
        "messageId",
        "type",
        "object",
        "model_name",
    ]
    assert fields_of("finish-reason", "@type", "a.b", "X-Request-ID", "+1", "-1") == [
        "finish_reason",
        "type",
        "a_b",
        "X_Request_ID",
        "plus_1",
        "minus_1",
    ]
    assert fields_of("1", "1st", "²", "", " ", "_id", "__class__", "\u0456d") == [
        "field_1",
        "field_1st",
        "field_2",
        "field_empty",
        "field_u0020",
        "id",
        "class_",
        "u0456_d",
    ]


def test_fields_that_collide() -> None:
    assert fields_of("a-b", "a_b", "a.b") == ["a_b_2", "a_b", "a_b_3"]
    assert fields_of("class", "class_", "__class__") == ["class__2", "class_", "class__3"]


def test_fields_of_every_reserved_name() -> None:
    reserved = sorted(FIELDS)
    chosen = fields_of(*reserved)
    assert not FIELDS & set(chosen)
    assert len(set(chosen)) == len(reserved)


def test_fields_that_hide_a_class() -> None:
    other = define("Other")
    reference = Schema(type="array", items=Schema(type="reference", target=other.pointer))
    fields = (Property(name="Other", schema=TEXT), Property(name="x", schema=reference))
    user = Definition(
        pointer="#/User",
        proposed="User",
        schema=Schema(type="object", properties=fields),
        place=PLACE,
    )
    names = names_of(definitions=(other, user))
    assert names.fields["#/User", "Other"] == "Other_"


def test_long_names_are_cut() -> None:
    long = ("x" * 1000, "x" * 1001, "x" * 1000 + "!")
    chosen = fields_of(*long)
    assert len(set(chosen)) == 3
    assert all(len(name) <= MAX_LENGTH + 2 for name in chosen)


def test_reserved_names_are_up_to_date() -> None:
    assert set(keyword.kwlist) <= CLASSES & FIELDS
    public = {name for name in dir(BaseModel) if not name.startswith("_")}
    assert public <= FIELDS


# ---------------------------------------------------------------------------- messages and methods


def test_messages_that_share_a_model() -> None:
    shared = define("Event")
    messages = (
        message("Started", shared.pointer),
        message("Stopped", shared.pointer, name="run-stopped"),
        message("Other", "#/Other"),
        message("Event", shared.pointer),
    )
    first = operation("/a", *messages)
    second = operation("/b", messages[0])
    names = names_of(definitions=(shared, define("Other")), operations=(first, second))
    assert names.messages == {
        "Started": "Started",
        "Stopped": "RunStopped",
        "Event": "EventMessage",
    }
    assert names.classes["#/Event"] == "Event"


def test_messages_win_over_the_place_of_what_they_share() -> None:
    payload = define("Started", is_named=False)
    messages = (message("Started", payload.pointer), message("Stopped", payload.pointer))
    names = names_of(definitions=(payload,), operations=(operation("/a", *messages),))
    assert names.messages == {"Started": "Started", "Stopped": "Stopped"}
    assert names.classes == {"#/Started": "StartedModel"}


def test_several_texts_of_one_operation() -> None:
    several = operation("/a", message("Token"), message("Log line"))
    one = operation("/b", message("Text"), message("It", "#/It"))
    names = names_of(definitions=(define("It"),), operations=(several, one))
    assert names.messages == {"Token": "Token", "Log line": "LogLine"}
    assert names.aliases == {"/a": "StreamAMessage", "/b": "StreamBMessage"}


def test_an_alias_gives_way_to_a_model() -> None:
    several = operation("/a", message("X", "#/X"), message("Y", "#/Y"))
    definitions = (define("X"), define("Y"), define("StreamAMessage"))
    names = names_of(definitions=definitions, operations=(several,))
    assert names.aliases == {"/a": "StreamAMessage2"}


@pytest.mark.parametrize(
    ("operation_id", "channel", "method"),
    [
        ("streamChatCompletionChunks", "/x", "stream_chat_completion_chunks"),
        ("receiveV2ChatStream", "/x", "receive_v2_chat_stream"),
        ("StreamHTTPEvents", "/x", "stream_http_events"),
        ("close", "/x", "close_"),
        ("class", "/x", "class_"),
        ("__init__", "/x", "init"),
        ("../../evil", "/x", "evil"),
        ("2fast", "/x", "stream_2fast"),
        ("", "/chat/completions", "stream_chat_completions"),
        ("", "/agents/{agent_id}/runs?stream=true#x", "stream_agents_agent_id_runs"),
        ("", "/", "stream_events"),
        ("!!!", "/", "stream_events"),
    ],
)
def test_methods(operation_id: str, channel: str, method: str) -> None:
    names = names_of(operations=(operation(channel, operation_id=operation_id),))
    assert names.methods == {channel: method}


def test_methods_that_collide() -> None:
    ids = ("streamChunks", "stream_chunks", "StreamChunks")
    operations = tuple(operation(f"/{name}", operation_id=name) for name in ids)
    assert list(names_of(operations=operations).methods.values()) == [
        "stream_chunks",
        "stream_chunks_2",
        "stream_chunks_3",
    ]


def test_arguments() -> None:
    parameters = (
        Parameter(name="agent_id", location="path", schema=TEXT),
        Parameter(name="timeout", location="query", schema=TEXT),
        Parameter(name="X-Trace", location="header", schema=TEXT),
        Parameter(name="agent_id", location="query", schema=TEXT),
        Parameter(name="class", location="query", schema=TEXT),
    )
    names = names_of(operations=(operation("/a", parameters=parameters),))
    assert names.arguments == {
        ("/a", "path", "agent_id"): "agent_id",
        ("/a", "query", "timeout"): "timeout_",
        ("/a", "header", "X-Trace"): "X_Trace",
        ("/a", "query", "agent_id"): "query_agent_id",
        ("/a", "query", "class"): "class_",
    }


def test_cases() -> None:
    assert snake_case("getOAuth2Token-now") == "get_o_auth2_token_now"
    assert camel_case("a b-c_D") == "ABCD"
