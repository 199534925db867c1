"""Reports of several sessions: what they say together, how a codec went, and what was merged. Pure."""
