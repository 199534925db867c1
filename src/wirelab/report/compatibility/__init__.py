"""Reports on how codecs read each other's data, other versions of a schema, and hostile bytes."""
