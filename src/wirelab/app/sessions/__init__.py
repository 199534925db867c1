"""Several sessions: labs merged, one model for all, and the changes from session to session."""
