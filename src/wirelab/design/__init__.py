"""Designs: cells, comparisons, rounds, and the schedule of looks. Pure."""
