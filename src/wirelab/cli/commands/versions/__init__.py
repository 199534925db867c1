"""Commands about versions of a codec's library."""
