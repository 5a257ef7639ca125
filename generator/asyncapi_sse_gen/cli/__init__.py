"""The command line: the only package that prints or exits.

The stages are imported where they are needed, so that `--version` and `--help` wait for nothing.
"""

from .program import main

__all__ = ["main"]
