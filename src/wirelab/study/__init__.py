"""Studies: a question, the factors that answer it, and how to measure."""
