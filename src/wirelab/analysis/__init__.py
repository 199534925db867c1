"""From what was measured to findings: ratios, intervals, decisions, audits. Pure."""
