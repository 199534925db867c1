"""The assumptions of an analysis of variance, and the observations that bear on them."""
