"""Files that a user names: read with their faults told apart, and written so that nothing is destroyed."""
