"""Reports of what codecs make of each other, and of other versions of a schema."""
