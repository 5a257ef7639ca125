"""Security: schemes, alternatives and combinations, and what is assumed where none is declared."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from asyncapi_sse_gen.diagnostics import Report
from asyncapi_sse_gen.intermediate import Api

Read = Callable[[str], tuple[Api | None, Report]]


def _document(schemes: str, server: str = "[{key: []}]", operation: str = "") -> str:
    return f"""
asyncapi: 2.6.0
info: {{title: T, version: '1'}}
servers: {{main: {{url: x.com, protocol: https{f', security: {server}' if server else ''}}}}}
channels:
  /events:
    bindings: {{x-sse: {{}}, http: {{method: GET}}}}
    subscribe: {{operationId: o, {operation} message: {{payload: {{type: object}}}}}}
components: {{securitySchemes: {{{schemes}}}}}
"""


def _codes(report: Report, severity: str) -> list[str]:
    return [one.code for one in report if one.severity == severity]


@pytest.mark.parametrize(
    ("scheme", "kind", "parameter"),
    [
        ("type: http, scheme: bearer", "bearer", ""),
        ("type: http, scheme: Basic", "basic", ""),
        ("type: userPassword", "basic", ""),
        ("type: apiKey, in: user", "basic", ""),
        ("type: oauth2, flows: {}", "bearer", ""),
        ("type: openIdConnect", "bearer", ""),
        ("type: httpApiKey, in: header, name: X-Key", "header", "X-Key"),
        ("type: httpApiKey, in: query, name: api key", "query", "api key"),
        ("type: httpApiKey, in: cookie, name: session", "cookie", "session"),
        ("type: apiKey, in: header, name: X-Key", "header", "X-Key"),
        ("type: httpApiKey, in: header, name: Authorization", "header", "Authorization"),
        (
            "type: httpApiKey, in: header, name: Authorization,"
            " description: 'Send `Authorization: Bearer <T_KEY>`.'",
            "bearer",
            "",
        ),
    ],
)
def test_kinds(read: Read, scheme: str, kind: str, parameter: str) -> None:
    api, report = read(_document(f"key: {{{scheme}}}"))
    assert api is not None
    assert not report.has_errors
    (found,) = api.security_schemes
    assert (found.name, found.kind, found.parameter) == ("key", kind, parameter)
    assert api.operations[0].security == (("key",),)


@pytest.mark.parametrize(
    "scheme",
    [
        "type: X509",
        "type: scramSha256",
        "type: http, scheme: digest",
        "type: apiKey, in: header",
    ],
)
def test_what_http_cannot_carry_is_left_out(read: Read, scheme: str) -> None:
    api, report = read(_document(f"key: {{{scheme}}}"))
    assert api is not None
    assert api.security_schemes == ()
    assert "unsupported-security-scheme" in _codes(report, "warning")


@pytest.mark.parametrize(
    ("scheme", "code"),
    [
        ('type: httpApiKey, in: header, name: "X\\r\\nY: 1"', "invalid-header-name"),
        ("type: httpApiKey, in: body, name: k", "invalid-security-scheme"),
        ("type: htpp, scheme: bearer", "invalid-security-scheme"),
        ("scheme: bearer", "invalid-security-scheme"),
    ],
)
def test_faulty_schemes_are_errors(read: Read, scheme: str, code: str) -> None:
    _, report = read(_document(f"key: {{{scheme}}}"))
    assert _codes(report, "error") == [code]


def test_an_unknown_scheme_is_an_error_with_a_suggestion(read: Read) -> None:
    _, report = read(_document("keys: {type: http, scheme: bearer}"))
    (found,) = (one for one in report if one.severity == "error")
    assert (found.code, found.help) == ("unknown-security-scheme", "did you mean `keys`?")


def test_alternatives_and_combinations(read: Read) -> None:
    schemes = "a: {type: userPassword}, b: {type: oauth2}, c: {type: X509}"
    api, _ = read(_document(schemes, server="[{a: [], b: []}, {b: [], c: []}, {c: []}, {}]"))
    assert api is not None
    assert api.operations[0].security == (("a", "b"), ("b",), ())


def test_an_operations_security_wins(read: Read) -> None:
    schemes = "key: {type: oauth2}, own: {type: userPassword}"
    api, _ = read(_document(schemes, operation="security: [{own: []}],"))
    assert api is not None
    assert api.operations[0].security == (("own",),)
    assert [scheme.name for scheme in api.security_schemes] == ["own"]


@pytest.mark.parametrize(
    ("text", "variable"),
    [
        ("`Authorization: Bearer <T_API_KEY>`", "T_API_KEY"),
        ("presented as `Bearer {T_KEY}`", "T_KEY"),
        ("`Key $T_KEY` header", "T_KEY"),
        ("equal to T_KEY", ""),
    ],
)
def test_the_variable_that_a_description_names(read: Read, text: str, variable: str) -> None:
    api, _ = read(_document(f"key: {{type: http, scheme: bearer, description: '{text}'}}"))
    assert api is not None
    assert api.security_schemes[0].variable == variable


def test_a_scheme_that_nothing_refers_to_is_optional(read: Read) -> None:
    schemes = "key: {type: oauth2}, jwt: {type: userPassword, description: For the WebSocket.}"
    api, report = read(_document(schemes, server=""))
    assert api is not None
    assert api.operations[0].security == (("key",), ())
    assert "assumed-security" in _codes(report, "note")


def test_credentials_that_only_prose_names_are_optional(read: Read) -> None:
    text = "Standard request headers apply: `x-api-key`, `api-version`, `content-type: text`."
    document = _document("").replace(
        "protocol: https, security: [{key: []}]", f"protocol: https, description: '{text}'"
    )
    api, report = read(document)
    assert api is not None
    assert api.operations[0].security == (("apiKey",), ())
    assert api.security_schemes[0].parameter == "x-api-key"
    assert [one.name for one in api.operations[0].parameters] == ["api-version"]
    assert set(_codes(report, "note")) >= {"assumed-security", "assumed-header"}
