"""The shape of a 2.6 document: the keys of each of its objects, and what stands under them.

What is misshapen or misspelt is reported here, once and for all; whoever reads a value afterwards
takes what fits and passes over the rest.
"""

from __future__ import annotations

from asyncapi_sse_gen.nodes import Node

from .document import Document, did_you_mean

# A kind is `text`, `list`, `mapping` or `any`, the name of a shape, or `{shape}` or `[shape]` for a
# mapping or a list of them. A bare key holds text.
_SHAPES = {
    "document": """asyncapi id info=info servers={server} defaultContentType channels={channel}
        components=components tags=list externalDocs=mapping""",
    "info": "title version description termsOfService contact=mapping license=mapping",
    "server": """url protocol protocolVersion description variables={variable} security=any
        tags=list bindings=mapping""",
    "variable": "enum=list default description examples=list",
    "channel": """description servers=list subscribe=operation publish=operation
        parameters={parameter} bindings=mapping""",
    "parameter": "description schema=mapping location",
    "operation": """operationId summary description security=any tags=list externalDocs=mapping
        bindings=mapping traits=list message=message deprecated=any""",
    "message": """messageId headers=mapping payload=any correlationId=mapping schemaFormat
        contentType name title summary description tags=list externalDocs=mapping bindings=mapping
        examples=any traits=list oneOf=[message] deprecated=any""",
    "components": """schemas=mapping servers={server} serverVariables={variable}
        channels={channel} messages={message} securitySchemes={scheme} parameters={parameter}
        correlationIds=mapping operationTraits=mapping messageTraits=mapping
        serverBindings=mapping channelBindings=mapping operationBindings=mapping
        messageBindings=mapping""",
    "scheme": "type description name in scheme bearerFormat flows=mapping openIdConnectUrl",
}
_KEYS = {
    shape: {key: kind or "text" for key, _, kind in (part.partition("=") for part in text.split())}
    for shape, text in _SHAPES.items()
}
_TITLES = {"variable": "server variable", "scheme": "security scheme", "info": "info object"}
# Misspelt, these would leave the client without what it is made of.
_ESSENTIAL = {"channels", "components", "message", "payload", "publish", "servers", "subscribe"}


def check_shapes(document: Document) -> None:
    """Report what isn't as 2.6 has it, in the document and in its components."""
    _check(document, document.root, "document", "the document")


def _check(document: Document, node: Node, kind: str, what: str) -> None:
    if node.value is None or kind == "any" or node.get("$ref") is not None:
        return
    if kind.startswith("["):
        if _is(document, node, "list", what):
            for element in node.elements():
                _check(document, element, kind[1:-1], f"an element of {what}")
    elif kind.startswith("{"):
        if _is(document, node, "mapping", what):
            for key, value in node.items():
                _check(document, value, kind[1:-1], f"`{key}`")
    elif kind in _KEYS:
        if _is(document, node, "mapping", what):
            _check_keys(document, node, kind)
    else:
        _is(document, node, kind, what)


def _check_keys(document: Document, node: Node, shape: str) -> None:
    keys = _KEYS[shape]
    for key, value in node.items():
        if key in keys:
            _check(document, value, keys[key], f"`{key}`")
        elif not key.startswith("x-"):
            _report_unknown(document, node, key, shape)


def _report_unknown(document: Document, node: Node, key: str, shape: str) -> None:
    """A key that 2.6 doesn't know is passed over; a misspelt one may change everything."""
    place = node.key_place(key)
    absent = [known for known in _KEYS[shape] if node.get(known) is None]
    help = did_you_mean(key, absent)
    if help and help.split("`")[1] in _ESSENTIAL:
        document.report.error("unknown-key", f"`{key}` means nothing here", place, help=help)
        return
    message = f"`{key}` isn't a key of a 2.6 {_TITLES.get(shape, shape)} and is passed over"
    document.report.warning("unknown-key", message, place, help=help)


def _is(document: Document, node: Node, kind: str, what: str) -> bool:
    actual = "mapping" if node.is_mapping else "list" if node.is_sequence else "text"
    if actual == kind:
        return True
    names = {"mapping": "a mapping", "list": "a list", "text": "text"}
    message = f"{what} must be {names[kind]}, not {names[actual]}"
    document.report.error("wrong-type", message, node.place)
    return False
