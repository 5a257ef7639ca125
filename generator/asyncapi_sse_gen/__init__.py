"""Turns AsyncAPI 2.6 documents of HTTP event streams into Python clients."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .builds import Build
    from .diagnostics import Diagnostic, Place
    from .interface import Result, build

__all__ = ["Build", "Diagnostic", "Place", "Result", "build"]

_MODULES = {
    "Build": "builds",
    "Diagnostic": "diagnostics",
    "Place": "diagnostics",
    "Result": "interface",
    "build": "interface",
}


def __getattr__(name: str) -> object:
    """Import what is asked for: to import the package is to be cheap (PEP 562)."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f".{_MODULES[name]}", __name__), name)
    return value
