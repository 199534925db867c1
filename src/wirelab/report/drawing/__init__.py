"""Figures: parts that all share, and how they become SVG."""
