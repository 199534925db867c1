"""Child processes and the lines that they exchange with the lab."""
