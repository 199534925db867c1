"""Processes that read hostile bytes: what they may take, and what they touch."""
