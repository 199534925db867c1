"""What codecs are tried with that read other versions of a schema, or hostile bytes."""
