"""Whether processes measured what they seem to have measured."""
