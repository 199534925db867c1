"""Analysis of variance of anyone's table; knows nothing of the lab."""
