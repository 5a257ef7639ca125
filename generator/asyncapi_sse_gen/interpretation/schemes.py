"""Schemes: how HTTP carries what a security scheme asks for (2.6, "Security Scheme Object")."""

from __future__ import annotations

import re

from asyncapi_sse_gen.intermediate import SecurityKind, SecurityScheme
from asyncapi_sse_gen.nodes import Node

from . import prose
from .document import Document, did_you_mean, place_of

TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
"""RFC 9110, 5.6.2: what the name of a header consists of."""

_TYPES = {
    *("userPassword", "apiKey", "httpApiKey", "http", "oauth2", "openIdConnect", "X509"),
    *("symmetricEncryption", "asymmetricEncryption", "plain", "scramSha256", "scramSha512"),
    "gssapi",
}
_MUTUAL_TLS = "mutualTLS"  # OpenAPI 3.1's name of X509
_LOCATIONS: dict[str, SecurityKind] = {"header": "header", "query": "query", "cookie": "cookie"}

Carried = tuple[SecurityKind, str] | None
"""The kind, and the name of the header, query field or cookie; None where HTTP can't carry it."""


def read_scheme(document: Document, name: str, node: Node) -> SecurityScheme | None:
    """A scheme; None, reported, where it is faulty or nothing that a client can send."""
    carried = _carried(document, name, node)
    if carried is None:
        return None
    description = document.text(node, "description")
    return SecurityScheme(
        name=name,
        kind=carried[0],
        parameter=carried[1],
        variable=prose.environment_variable(description),
        description=description,
    )


def _carried(document: Document, name: str, node: Node) -> Carried:
    type_ = document.text(node, "type")
    if type_ in ("oauth2", "openIdConnect"):
        return "bearer", ""
    if type_ == "userPassword":
        return "basic", ""
    if type_ == "http":
        return _http(document, name, node)
    if type_ in ("httpApiKey", "apiKey"):
        return _key(document, name, node, type_)
    if type_ in (*_TYPES, _MUTUAL_TLS):
        message = f"HTTP can't carry `{name}` ({type_}) for the client; it is left out"
        help = "give it to the client's transport, by `http_client`"
        document.report.warning("unsupported-security-scheme", message, node.place, help=help)
        return None
    message = f"`{name}` has no type that 2.6 knows"
    help = did_you_mean(type_, _TYPES) or f"the types are {', '.join(sorted(_TYPES))}"
    document.report.error("invalid-security-scheme", message, place_of(node, "type"), help=help)
    return None


def _http(document: Document, name: str, node: Node) -> Carried:
    scheme = document.text(node, "scheme").lower()
    if scheme == "bearer" or (not scheme and node.get("bearerFormat") is not None):
        return "bearer", ""
    if scheme == "basic":
        return "basic", ""
    message = f"the HTTP authentication `{scheme}` of `{name}` isn't supported; it is left out"
    if not scheme:
        message = f"`{name}` doesn't say its `scheme`; it is left out"
    help, place = "`bearer` and `basic` are supported", place_of(node, "scheme")
    document.report.warning("unsupported-security-scheme", message, place, help=help)
    return None


def _key(document: Document, name: str, node: Node, type_: str) -> Carried:
    """`httpApiKey` has `in` and `name`, as OpenAPI's `apiKey` has; 2.6's is another one."""
    report = document.report
    location, parameter = document.text(node, "in"), document.text(node, "name")
    if type_ == "apiKey" and location in ("user", "password"):
        message = f"`{name}` travels as basic authentication, since HTTP has no `{location}`"
        report.note("assumed-security", message, node.place)
        return "basic", ""
    if location not in _LOCATIONS:
        message = f"`in` of `{name}` must be header, query or cookie"
        help = "add `in: header`, if it is a header"
        report.error("invalid-security-scheme", message, place_of(node, "in"), help=help)
        return None
    if type_ == "apiKey":
        message = f"`{name}` is an `httpApiKey` in 2.6; `apiKey` is in user or password"
        help = "write `type: httpApiKey`; it is read so"
        report.warning("misnamed-security-scheme", message, place_of(node, "type"), help=help)
    if not parameter:
        message = f"`{name}` doesn't say the `name` of its {location}; it is left out"
        help = "add `name`; until then pass it by `headers=` or `query=`"
        report.warning("unsupported-security-scheme", message, node.place, help=help)
        return None
    if location != "query" and not TOKEN.fullmatch(parameter):
        message = f"the name of the {location} of `{name}` isn't a token of RFC 9110"
        help = "letters, digits and `-` make a good name"
        report.error("invalid-header-name", message, place_of(node, "name"), help=help)
        return None
    if location == "header" and parameter.lower() == "authorization":
        return _authorization(document, name, node, parameter)
    return _LOCATIONS[location], parameter


def _authorization(document: Document, name: str, node: Node, parameter: str) -> Carried:
    """A key in `Authorization` is a bearer token if its description says so."""
    if prose.says_bearer(prose.flatten(document.text(node, "description"))):
        message = f"`{name}` is read as `type: http`, `scheme: bearer`, as its description says"
        document.report.note("assumed-security", message, node.place)
        return "bearer", ""
    message = f"`{name}` is sent as it is given: it must hold the whole value of the header"
    help = "declare `type: http` and `scheme: bearer` if it is a bearer token"
    document.report.note("verbatim-credential", message, node.place, help=help)
    return "header", parameter


def scheme_of_prose(text: str) -> SecurityScheme | None:
    """The credential that prose names where the document declares none."""
    for header in prose.request_headers(text):
        if prose.is_credential_header(header):
            return SecurityScheme(name="apiKey", kind="header", parameter=header)
    if prose.says_bearer(text):
        variable = prose.environment_variable(text)
        return SecurityScheme(name="bearerAuth", kind="bearer", variable=variable)
    return None
