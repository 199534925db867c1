"""Which codec to take, from a lab file, what was tried of codecs, needs and prices."""
