"""The labs of a folder, shown and measured in by a server."""
