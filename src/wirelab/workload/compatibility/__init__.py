"""Values that show whether codecs get on: changes of a schema, samples of one, hostile bytes."""
