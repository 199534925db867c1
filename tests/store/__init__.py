"""The lab file."""
