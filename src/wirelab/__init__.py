"""Wirelab: a laboratory for serialization formats."""

__version__ = "0.1.0"
