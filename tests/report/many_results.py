"""Invented results of as many cells as a test or a benchmark wants."""

from dataclasses import replace

from tests.report.invented_results import invented_results
from wirelab.model.cell import Cell
from wirelab.model.findings.findings import Findings
from wirelab.report.run.results import Results


def many_results(codecs: int, corpora: int, processes: int = 6) -> Results:
    """Results of `48 * codecs * corpora` cells: each of the invented ones under further names and of further data."""
    one = invented_results(processes)

    def other(cell: Cell, codec: int, corpus: int) -> Cell:
        subject = replace(cell.subject, codec=f"{cell.subject.codec}-{codec}" if codec else cell.subject.codec)
        return replace(cell, subject=subject, corpus=replace(cell.corpus, workload=f"{cell.corpus.workload}{corpus}"))

    places = [(codec, corpus) for corpus in range(corpora) for codec in range(codecs)]
    cells = tuple(
        replace(each, cell=other(each.cell, *place))
        for place in places
        for each in one.findings.cells
        if not each.cell.twin
    )
    comparisons = tuple(
        replace(
            each,
            comparison=replace(
                each.comparison,
                cell=other(each.comparison.cell, *place),
                against=other(each.comparison.against, 0, place[1]),
            ),
        )
        for place in places
        for each in one.findings.comparisons
        if not each.comparison.cell.twin
    )
    names = tuple(
        replace(each, name=f"{each.name}-{codec}" if codec else each.name)
        for codec in range(codecs)
        for each in one.codecs
    )
    rounds = {each.cell: tuple(range(processes)) for each in cells}
    findings = Findings(cells, comparisons)
    return replace(one, findings=findings, rounds=rounds, codecs=names, losses=(), corpora=())
