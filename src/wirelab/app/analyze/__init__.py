"""Statistics on anyone's table."""
