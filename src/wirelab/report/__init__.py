"""What the analysis concluded, shown: terminal tables, JSON, and one HTML page that works offline."""
