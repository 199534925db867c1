"""Claims of studies, compared with numbers and with rounds of processes. Pure."""
