"""What must hold for particular hostile documents, besides that they do no harm."""

from __future__ import annotations

from typing import Any


def pwned(name: str) -> str:
    """The code that many of the documents try to smuggle in."""
    return f"__import__('pathlib').Path('/tmp/asg-canary/{name}').write_text('pwned')"


TEXTS = {
    "enum-quote.yml": (f'a", {pwned("enum-quote")}, "b', "ok"),
    "enum-newline.yml": (
        "a\nopen('/tmp/asg-canary/enum-newline','w').write('pwned')\n",
        "\\",
        "\\'",
        "'\\",
    ),
    "const-injection.yml": (f"x'); {pwned('const-injection')}; ('",),
    "default-looks-like-code.yml": (pwned("default-looks-like-code"),),
    "jinja-expr.yml": ("{{ 7*7 }} T", "{{7*7}}", "{%", "${x}"),
    "format-strings.yml": ("{}", "{0}", "%s", "%(x)s", "$a", "{{}}"),
    "security-env-name.yml": ("SECURITY_ENV_NAME_API_KEY",),
}
"""Texts that must be constants of the package, to the letter."""

NAMES = (
    "[name if field.alias is None else field.alias"
    " for name, field in package.Chunk.model_fields.items()]"
)
"""The wire names of a model's properties."""

PROBES: dict[str, tuple[str, Any]] = {
    "default-mutable.yml": ("package.Chunk(id='1').text is package.Chunk(id='2').text", False),
    "default-looks-like-code.yml": (
        "package.Chunk(id='1').text",
        pwned("default-looks-like-code"),
    ),
    "prop-name-code.yml": (
        f"{NAMES}[-1]",
        f"x: int = {pwned('prop-name-code')}\n    y",
    ),
    "prop-name-quote.yml": (f"{NAMES}[-1]", f'a"] = {pwned("prop-name-quote")}; d["b'),
    "prop-name-digits.yml": (f"{NAMES}[-6:]", ["1", "1st", "01", "²", "٣", "-1"]),
    "prop-name-empty.yml": (f"{NAMES}[-5:]", ["", " ", "-", "!!!", "\n"]),
    "prop-name-nonstr.yml": (f"{NAMES}[2:8]", ["1", "true", "null", "2.5", "2024-01-01", "no"]),
    "prop-names-bidi.yml": (f"{NAMES}[-3:]", ["ad\u202emin\u202c", "i\u200dd", "\u0456d"]),
    "schema-required-ghost.yml": (f"{NAMES}[-2:]", ["ghost", 'g"h\n']),
    # A pattern that took exponential time would not come to an end.
    "schema-regex-dos.yml": (
        "package.Chunk.model_validate({'id': '1', 'kind': 'a' * 40 + '!'}).kind",
        "a" * 40 + "!",
    ),
    "operation-id-reserved.yml": (
        "all(callable(getattr(package.Client, name)) for name in ('close', '__enter__'))",
        True,
    ),
}
"""What is asked of a package, and the answer."""

SAYS = {
    "terminator-not-string.yml": "quote it",
    "yaml-billion-laughs.yml": "behind aliases counted",
    "yaml-duplicate-schema.yml": "in line 71 and in line 77",
    "yaml-not-utf8.yml": "at offset 130",
    "ref-allof-cycle.yml": "allOf",
}
"""What the diagnostics of a refused document must say."""
