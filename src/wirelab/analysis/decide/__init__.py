"""Ratios, their intervals, and the sequential rule that decides."""
