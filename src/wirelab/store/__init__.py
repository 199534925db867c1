"""The lab file. The only place that knows DuckDB."""

from wirelab.store.lab import Lab

__all__ = ["Lab"]
