"""Analysis of variance of anyone's table: a room of its own, which knows nothing of the lab."""
