"""From measurements to findings: ratios, intervals, decisions, audits. Pure."""
