"""Frozen values, units and errors that every layer shares; imports nothing of ours."""
