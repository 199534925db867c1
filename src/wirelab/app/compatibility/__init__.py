"""Whether codecs read each other, and other versions of a schema."""
