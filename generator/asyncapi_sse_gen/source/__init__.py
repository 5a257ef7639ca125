"""A file of YAML or JSON text -> nodes that know where they stand."""

from .reading import parse, read, read_lines, read_text

__all__ = ["parse", "read", "read_lines", "read_text"]
