"""Recommendations, as reports."""
