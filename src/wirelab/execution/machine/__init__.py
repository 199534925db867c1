"""Facts about the machine that a run needs."""
