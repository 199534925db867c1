"""Several sessions: labs merged, one model for all, and what changed from session to session."""
