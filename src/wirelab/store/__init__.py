"""The lab file. The only place that knows DuckDB."""
