"""Whether the measurements of processes can be trusted."""
