"""Checks of runners, workloads and this machine."""
