"""The report of studies that were measured again."""
