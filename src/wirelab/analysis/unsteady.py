"""Verdicts that rest on processes which were not steady. Pure.

What keeps such a comparison from a verdict is no scatter, so no number of rounds cures it. The sequential rule knows
nothing of it: a comparison that is decided needs no further round, and what it was decided to be is then not said.
Errors can only become rarer by that.
"""

from dataclasses import replace

from wirelab.model.comparison import Question
from wirelab.model.finding import CellFinding, ComparisonFinding, Verdict
from wirelab.model.findings import Findings


def with_unsteady(findings: Findings) -> Findings:
    """`findings`, with no verdict stronger than `UNSTEADY` where most processes of either cell were not steady.

    An A/A twin that differs from its cell stays the alarm that it is.

    Args:
        findings: audited.
    """
    unsteady = {finding.cell for finding in findings.cells if mostly_unsteady(finding)}

    def capped(found: ComparisonFinding) -> ComparisonFinding:
        alarm = found.comparison.question is Question.TWIN and found.verdict is Verdict.DIFFERENT
        if found.ratio is None or alarm or unsteady.isdisjoint(found.comparison.cells):
            return found
        return replace(found, verdict=Verdict.UNSTEADY)

    return replace(findings, comparisons=tuple(map(capped, findings.comparisons)))


def mostly_unsteady(finding: CellFinding) -> bool:
    """Whether more than half of a cell's processes were not steady when they were measured.

    The audit decides; the warm-up rule, which saves time and is stricter on a noisy machine, where no process could be
    audited. One that was audited does not speak for the others: the warm-up rule has to say so, too. Modes without a
    warm-up rule are never unsteady.
    """
    failed = finding.steady_share is not None and finding.steady_share < 0.5
    audit = finding.steadiness
    if audit is None:
        return failed
    alone = audit.audited == 1 < len(finding.process_times_ns)
    return 2 * audit.unsettled > audit.audited and (failed or not alone)
