"""Checks of runners, studies, workloads and this machine."""
