"""Processes that read hostile bytes: their bounds, and the things that they touch."""
