"""The runner protocol: its messages as frozen values, and the facts about codecs."""
