"""From measurements, needs and prices to a recommended codec, and the reasons against the others. Pure."""
