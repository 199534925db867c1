"""Findings as documents of texts, tables and figures, and how these are shown."""
