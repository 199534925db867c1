"""Changes between versions, runs and labs, as a report."""
