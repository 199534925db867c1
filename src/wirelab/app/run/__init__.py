"""A run, from its plan to its last round."""
