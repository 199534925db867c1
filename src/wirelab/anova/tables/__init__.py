"""Tables of measurements that others made: text and bytes in, columns out. Pure."""
