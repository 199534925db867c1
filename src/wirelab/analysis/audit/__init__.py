"""Whether the measurements of processes are what they seem to be."""
