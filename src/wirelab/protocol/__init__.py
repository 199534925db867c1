"""The runner protocol: its messages as frozen values, and what is known of codecs."""
