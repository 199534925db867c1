"""Whether a runner keeps to the protocol, and what its codecs carry."""
