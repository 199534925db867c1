"""The runner protocol: its messages as frozen values, and their JSON Schemas."""
