"""Whether a runner keeps to the protocol, and the data that its codecs carry."""
