"""Processes that measure: started, verified, warmed up and timed, as the core decides."""
