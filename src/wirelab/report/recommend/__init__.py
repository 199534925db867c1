"""What is recommended, as a report."""
