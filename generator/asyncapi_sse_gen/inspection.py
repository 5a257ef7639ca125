"""The intermediate model -> JSON, for people and for other programs.

The objects have the names and meanings that intermediate.py gives them. What is as it is by default
is left out: so the interesting part can be seen, and a field that is added later changes nothing.
"""

from __future__ import annotations

import json
from dataclasses import Field, fields
from typing import Any

from .diagnostics import Place
from .intermediate import Api


def inspect_api(api: Api) -> str:
    """The model as JSON: the same for the same document, whatever its path and the machine."""
    return json.dumps(api, default=_object, indent=2) + "\n"


def _object(value: Any) -> dict[str, Any]:
    if isinstance(value, Place):
        return {"line": value.line, "column": value.column}
    found = {field.name: (field, getattr(value, field.name)) for field in fields(value)}
    return {name: content for name, (field, content) in found.items() if _tells(field, content)}


def _tells(field: Field[Any], content: Any) -> bool:
    """Whether a field's content isn't its default; 0 isn't False here."""
    return type(content) is not type(field.default) or content != field.default
