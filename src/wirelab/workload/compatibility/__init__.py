"""Values that show whether codecs are compatible: changes of a schema, samples of one, hostile bytes."""
