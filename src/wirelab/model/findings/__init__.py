"""What an analysis concludes."""
