"""Runners: their manifests, their builds, and the programs that these make."""
