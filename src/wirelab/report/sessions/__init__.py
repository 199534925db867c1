"""Reports of several sessions: their pooled results, the history of a codec, and merged labs. Pure."""
