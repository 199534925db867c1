"""The conclusions of an analysis."""
