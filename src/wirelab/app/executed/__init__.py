"""Executed trials of codecs: recorded ones, those kept on this machine, and those in files of the user's."""
