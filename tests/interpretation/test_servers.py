"""Servers: scheme, host, base path, variables, and which of them a channel uses."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.intermediate import Api

Read = Callable[[str], tuple[Api | None, Report]]

CHANNELS = """
channels:
  /events:
    bindings: {x-sse: {}, http: {method: GET}}
    subscribe: {operationId: o, message: {payload: {type: object}}}
"""
HEAD = "asyncapi: 2.6.0\ninfo: {title: T, version: '1'}\n"


@pytest.mark.parametrize(
    ("server", "url"),
    [
        ("url: api.x.com/v1/, protocol: https", "https://api.x.com/v1"),
        ("url: api.x.com, protocol: http", "http://api.x.com"),
        ("url: api.x.com, protocol: sse", "https://api.x.com"),
        ("url: 'sse://api.x.com'", "https://api.x.com"),
        ("url: localhost:7777, protocol: sse", "http://localhost:7777"),
        ("url: localhost:7777, protocol: https", "https://localhost:7777"),
        ("url: 'https://api.x.com', protocol: http", "https://api.x.com"),
        ("url: 'x.com:{port}', protocol: https", "https://x.com:{port}"),
        ("url: '{scheme}://{host}', protocol: https", "{scheme}://{host}"),
        ("url: '{baseUrl}/v1', protocol: https", "{baseUrl}/v1"),
        ("url: '{host}/v1', protocol: https", "https://{host}/v1"),
        ("url: '[::1]:80', protocol: http", "http://[::1]:80"),
    ],
)
def test_urls(read: Read, server: str, url: str) -> None:
    api, report = read(f"{HEAD}servers: {{main: {{{server}}}}}{CHANNELS}")
    assert api is not None
    assert [one.url for one in api.servers] == [url], list(report)


@pytest.mark.parametrize(
    "url",
    [
        'x.com/"+evil+"',
        "x.com\\r\\nHost: y",
        "user:secret@x.com",
        "x.com/a b",
        "x.com/?key=1",
        "x.com:port",
        "x.com/{a",
        "x.com/../y",
        "/only/a/path",
        "",
    ],
)
def test_faulty_urls_are_refused(read: Read, url: str) -> None:
    text = url.replace('"', '\\"')
    _, report = read(f'{HEAD}servers: {{main: {{url: "{text}", protocol: https}}}}{CHANNELS}')
    assert "invalid-server-url" in {one.code for one in report if one.severity == "error"}


def test_variables(read: Read) -> None:
    api, report = read(f"""{HEAD}
servers:
  main:
    url: 'x.com:{{port}}/{{tenant}}/{{other}}'
    protocol: https
    variables:
      port: {{default: 443, enum: [443, 8443], description: The port.}}
      tenant: {{description: No default.}}
      unused: {{default: a}}
{CHANNELS}""")
    assert api is not None
    port, tenant, other = api.servers[0].variables
    assert (port.name, port.default, port.values) == ("port", "443", ("443", "8443"))
    assert (tenant.default, other.default) == (None, None)
    assert [one.code for one in report if one.severity == "warning"] == ["undeclared-variable"]


def test_no_server_means_that_the_client_requires_a_base_url(read: Read) -> None:
    api, report = read(HEAD + CHANNELS)
    assert api is not None
    assert api.servers == ()
    assert "no-server" in {one.code for one in report}


def test_a_channel_selects_its_servers(read: Read) -> None:
    servers = "servers: {a: {url: a.x.com, protocol: https}, b: {url: b.x.com, protocol: https}}"
    chosen = CHANNELS.replace("  /events:\n", "  /events:\n    servers: [b]\n")
    api, _ = read(f"{HEAD}{servers}{chosen}")
    assert api is not None
    assert api.operations[0].servers == ("b",)
    _, report = read(f"{HEAD}{servers}{chosen.replace('[b]', '[bb]')}")
    (found,) = (one for one in report if one.severity == "error")
    assert (found.code, found.help) == ("unknown-server", "")


def test_the_server_that_binds_event_streams_is_preferred(read: Read) -> None:
    api, report = read(f"""{HEAD}
servers:
  api: {{url: api.x.com, protocol: https}}
  stream:
    url: stream.x.com
    protocol: https
    bindings: {{http: {{headers: {{properties: {{Accept: {{const: text/event-stream}}}}}}}}}}
  webhookReceiver: {{url: '{{webhookUrl}}', protocol: https}}
{CHANNELS}""")
    assert api is not None
    assert api.operations[0].servers == ("stream",)
    assert "assumed-server" in {one.code for one in report}
