"""From `NAME.proto` to a small model of its types, and from that model to rendered sources."""
