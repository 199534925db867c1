"""What several sessions say together, and whether anything changed between them. Pure."""
