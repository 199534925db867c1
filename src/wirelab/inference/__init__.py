"""From JSON documents to a schema that carries them: what was seen, what is chosen for it, and both ways between."""
