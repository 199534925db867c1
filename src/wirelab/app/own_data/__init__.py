"""A user's own data, from files to a workload."""
