"""A study on several hosts: each measures all of it, round by round, and the driver collects the rounds."""
