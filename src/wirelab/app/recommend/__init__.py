"""Which codec to take, from a lab file, executed trials, needs and prices."""
