"""Workloads: a schema, a seeded generator and its corpora."""
