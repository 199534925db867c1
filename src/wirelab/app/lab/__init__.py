"""What a lab file contains, shown and exported."""
