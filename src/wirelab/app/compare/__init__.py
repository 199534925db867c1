"""Versions, runs and labs compared."""
