"""Security: how a credential travels (2.6, "Security Scheme Object", "Security Requirement")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from asyncapi_sse_gen.intermediate import SecurityScheme
from asyncapi_sse_gen.nodes import Node

from . import prose
from .document import Document, did_you_mean
from .schemes import read_scheme, scheme_of_prose

Alternatives = tuple[tuple[str, ...], ...]


@dataclass(slots=True)
class Security:
    """The security schemes of a document, each read when it is first asked for."""

    document: Document
    schemes: dict[str, SecurityScheme | None] = field(
        default_factory=dict[str, SecurityScheme | None]
    )
    """By name; None where HTTP can't carry it or it is faulty."""
    _is_declared: bool | None = None

    def alternatives(self, operation: Node, servers: Iterable[Node], text: str) -> Alternatives:
        """What an operation needs: its own `security`, else that of its servers, else a guess."""
        own = self.document.get(operation, "security")
        if own is not None:
            return self._read_requirements(own)
        declared = [self.document.get(server, "security") for server in servers]
        found = dict.fromkeys(
            self._read_requirements(node) if node is not None else () for node in declared
        )
        if len(found) > 1:
            message = "its servers have different security; each of their alternatives is offered"
            help = "give the operation its own `security`"
            self.document.report.warning("differing-security", message, operation.place, help=help)
        united = dict.fromkeys(one for alternatives in found for one in alternatives or ((),))
        if any(found):
            return tuple(united)
        return () if self._is_declared_anywhere() else self._guess(operation, text)

    def _read_requirements(self, node: Node) -> Alternatives:
        """The alternatives of a `security`; `{}` among them means that none is needed."""
        if node.is_mapping:
            message = "`security` is a list of requirements; this one is taken as its only element"
            help = "put a `-` before it"
            self.document.report.warning("misshapen-security", message, node.place, help=help)
        elements = [node] if node.is_mapping else list(node.elements())
        alternatives = [self._read_requirement(element) for element in elements]
        return tuple(dict.fromkeys(one for one in alternatives if one is not None))

    def _read_requirement(self, node: Node) -> tuple[str, ...] | None:
        """A combination; None where nothing of it can be sent."""
        names = [name for name, _ in node.items()] or ([node.text] if node.text else [])
        usable = tuple(name for name in names if self._scheme(name, node) is not None)
        return usable if usable or not names else None

    def _scheme(self, name: str, requirement: Node) -> SecurityScheme | None:
        if name not in self.schemes:
            node = self.document.get(self.document.root, "components", "securitySchemes", name)
            if node is None:
                self._report_unknown(name, requirement)
                return None
            self.schemes[name] = read_scheme(self.document, name, node)
        return self.schemes[name]

    def _report_unknown(self, name: str, requirement: Node) -> None:
        schemes = self.document.entries(self.document.root, "components", "securitySchemes")
        known = [key for key, _ in schemes]
        self.document.report.error(
            "unknown-security-scheme",
            f"no security scheme is named `{name}`",
            requirement.key_place(name),
            help=did_you_mean(name, known) or "declare it under `components.securitySchemes`",
        )

    def _is_declared_anywhere(self) -> bool:
        """Whether any server or operation of the document has `security`; asked once."""
        if self._is_declared is None:
            self._is_declared = self._look_for_declarations()
        return self._is_declared

    def _look_for_declarations(self) -> bool:
        document = self.document
        nodes = [server for _, server in document.entries(document.root, "servers")]
        for _, channel in document.entries(document.root, "channels"):
            nodes += [node for key, node in channel.items() if key in ("publish", "subscribe")]
        return any(document.get(node, "security") is not None for node in nodes)

    def _guess(self, operation: Node, text: str) -> Alternatives:
        """Where nothing says what is needed: schemes that are declared, else what prose names."""
        document = self.document
        schemes = document.entries(document.root, "components", "securitySchemes")
        for name, node in schemes:
            description = prose.flatten(document.text(node, "description"))
            elsewhere = prose.other_transport(description) in ("WebSocket", "webhook")
            if not elsewhere or prose.says_event_stream(description):
                self._scheme(name, node)
        if not any(self.schemes.values()):
            scheme = scheme_of_prose(text)
            self.schemes |= {scheme.name: scheme} if scheme is not None else {}
        usable = [(name,) for name, scheme in self.schemes.items() if scheme is not None]
        if not usable:
            return ()
        names = ", ".join(f"`{name}`" for (name,) in usable)
        document.report.note(
            "assumed-security",
            f"nothing requires credentials here; {names} may be given",
            operation.place,
            help="say what the server needs, as `security` of the server",
        )
        return (*usable, ())
