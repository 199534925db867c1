"""Use cases: the only place that connects the parts."""
