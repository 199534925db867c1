"""From JSON documents to a schema that carries them, and both ways between. Pure."""
