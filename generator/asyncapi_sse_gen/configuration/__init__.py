"""The table `[tool.asyncapi-sse-gen]` of a pyproject.toml -> what is to be built."""

from .reading import Configuration, Entry, find_configuration
from .table import FILE, NAME, read_table

__all__ = ["FILE", "NAME", "Configuration", "Entry", "find_configuration", "read_table"]
