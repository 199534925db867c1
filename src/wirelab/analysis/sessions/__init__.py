"""The pooled results of several sessions, and changes between them. Pure."""
