"""What an analysis of variance takes for granted, and the observations that bear on it."""
