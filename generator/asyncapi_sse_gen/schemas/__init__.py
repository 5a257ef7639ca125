"""Schemas of a document -> the normalised schemas of the intermediate model."""

from .reading import SchemaReader

__all__ = ["SchemaReader"]
