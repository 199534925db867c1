"""The contents of a lab file, shown and exported."""
