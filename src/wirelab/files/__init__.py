"""Files that a user names: read with their faults located, and written without destroying others."""
