"""Use cases: the only place that wires the parts together."""
