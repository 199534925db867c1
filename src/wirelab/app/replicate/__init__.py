"""A published study measured again: by its own method, by the lab's, and with single changes."""
