"""Plain scalars by the core schema of YAML 1.2 (section 10.3.2), limited to what JSON can say."""

from __future__ import annotations

import re
import sys

from asyncapi_sse_gen.nodes import Scalar

_CONSTANTS: dict[str, Scalar] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER = re.compile(r"[-+]?[0-9]+")
_OTHER_BASE = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")

# A double holds about 1.8e308. Integers beyond it are no numbers to most JSON readers, and CPython
# refuses to read those of thousands of digits.
_MAX_DIGITS = 310


def plain_scalar(text: str) -> Scalar:
    """The value of an unquoted scalar.

    Dates, `yes`, `no` and `on` are text. Raises ValueError, saying why, for a number that JSON
    can't hold.
    """
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] not in "+-.0123456789":
        return text
    if _NOT_FINITE.fullmatch(text):
        raise ValueError("JSON knows neither infinity nor NaN")
    if _INTEGER.fullmatch(text) or _OTHER_BASE.fullmatch(text):
        return _integer(text)
    if _FLOAT.fullmatch(text):
        return _float(text)
    return text


def _integer(text: str) -> int:
    if len(text) > _MAX_DIGITS:
        raise ValueError(f"a number of {len(text):,} digits is too large")
    value = int(text, {"0o": 8, "0x": 16}.get(text[:2], 10))
    if abs(value) > sys.float_info.max:
        raise ValueError("the number is too large")
    return value


def _float(text: str) -> float:
    value = float(text)
    if abs(value) > sys.float_info.max:
        raise ValueError("the number is too large")
    return value
