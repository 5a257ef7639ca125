"""The names of a package and of the environment variables that it reads."""

from __future__ import annotations

import re

from .identifiers import Taken, snake_case
from .intermediate import Api, SecurityScheme

MAX_LENGTH = 60

_EMPTY_STEMS = frozenset({"", "api", "asyncapi", "document", "index", "spec"})
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]{0,99}")


def document_stem(stem: str, api: Api) -> str:
    """What a document is called, in snake_case: by its file, else its first server, else its title.

    `stem` is the file's name without its suffix. Only ASCII letters and digits count.
    """
    servers = [server.name for server in api.servers[:1]]
    for name in (stem, *servers, api.title):
        ascii_only = re.sub(r"[^\x00-\x7f]+", " ", name)
        parts = snake_case(ascii_only).split("_")
        if parts[-2:] == ["async", "api"]:
            parts = parts[:-2]
        elif parts[-1] == "asyncapi":
            parts = parts[:-1]
        found = "_".join(parts)
        if found not in _EMPTY_STEMS:
            found = found if found[0].isalpha() else f"api_{found}"
            return found[:MAX_LENGTH].rstrip("_")
    return "api"


def package_name(stem: str, api: Api) -> str:
    """The name of the import package, which ends in `_sse` so as to shadow no other."""
    name = document_stem(stem, api)
    return name if name == "sse" or name.endswith("_sse") else f"{name}_sse"


def environment_variables(stem: str, api: Api) -> dict[str, str]:
    """The environment variable of each security scheme, by the scheme's name.

    A variable that the document names is taken only if it is tied to the document's own name: a
    document must not be able to make a client send some other secret.
    """
    prefix = document_stem(stem, api).upper()
    taken = Taken()
    named = {
        scheme.name: taken.take(scheme.variable)
        for scheme in api.security_schemes
        if _is_own(scheme, prefix)
    }
    several = len(api.security_schemes) > 1
    return {
        scheme.name: named.get(scheme.name)
        or taken.take(f"{prefix}_{_suffix(scheme) if several else 'API_KEY'}")
        for scheme in api.security_schemes
    }


def _is_own(scheme: SecurityScheme, prefix: str) -> bool:
    first_word = prefix.partition("_")[0]
    is_tied = scheme.variable == first_word or scheme.variable.startswith(f"{first_word}_")
    return is_tied and _VARIABLE.fullmatch(scheme.variable) is not None


def _suffix(scheme: SecurityScheme) -> str:
    return snake_case(scheme.name).upper() or "CREDENTIAL"
