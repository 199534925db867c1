"""A run's report as Markdown."""

import re
from dataclasses import replace

from tests.report.invented_results import invented_results
from wirelab.report.render.kinds import REPORTS
from wirelab.report.render.markdown import escaped, table_lines
from wirelab.report.render.markdown import markdown as written
from wirelab.report.run.report import run_report
from wirelab.report.run.results import Results
from wirelab.report.table import Table, numbers, words

RESULTS = invented_results()


def markdown(results: Results) -> str:
    return written(run_report(results), REPORTS["markdown"].mark)


def test_question_answers_tables_and_the_command() -> None:
    run = replace(RESULTS.run, command="wirelab run mine.toml", version="9.9")
    text = markdown(replace(RESULTS, run=run))
    assert text.startswith(REPORTS["markdown"].mark.decode())
    assert RESULTS.question in text
    assert f"    wirelab run mine.toml --seed {run.seed}\n" in text
    assert "Wirelab 9.9" in text
    columns = {line.count("|") for line in text.splitlines() if line.startswith("|")}
    assert columns == {13}
    for finding in RESULTS.findings.cells:
        assert finding.cell.twin or f"| {finding.cell.subject} | {finding.cell.platform} |" in text
    assert "To run it again" not in markdown(RESULTS)


def test_a_command_with_a_seed_is_the_same_again() -> None:
    run = replace(RESULTS.run, command="wirelab run --seed 5")
    assert run.again == "wirelab run --seed 5"


def test_text_is_no_markup() -> None:
    assert escaped("a|b <c> `d` *e* _f_\n\\") == r"a\|b &lt;c&gt; \`d\` \*e\* \_f\_ " + "\\\\"
    assert escaped("![a](b) [a][b] [a]: b") == r"![a\](b) [a\][b] [a\]: b", "no link, and no picture that is loaded"
    assert escaped("3.97× [3.90, 4.05]") == "3.97× [3.90, 4.05]"
    lines = list(table_lines(Table("t", (*words("a"), *numbers("n")), (("x|y", "1"),))))
    assert lines == ["### t", "", "| a | n |", "| --- | --: |", r"| x\|y | 1 |"]
    assert not re.search(r"<script", markdown(replace(RESULTS, question="<script>alert(1)</script>")))
