"""From what was measured, needs and prices to the codec to take, and why not another. Pure."""
