"""docs/analyze.md shows the command's output, and rows in any order give the same answers."""

import random
import re
import shlex

import pytest
from tests.conftest import ROOT, Wirelab

PAGE = (ROOT / "docs" / "analyze.md").read_text(encoding="utf-8")
TABLE = ROOT / "studies" / "published" / "records-dotnet-observations.csv"


def words() -> list[str]:
    (typed,) = re.findall(r"shortened \(`wirelab (analyze .*?)`\)", PAGE, flags=re.DOTALL)
    return [str(ROOT / word) if word.startswith("studies/") else word for word in shlex.split(typed)]


def test_each_line_of_the_page_is_printed_in_its_order(wirelab: Wirelab) -> None:
    ended = wirelab(*words())
    assert ended.returncode == 0, ended.stderr
    shown = PAGE.partition("## What comes out")[2].split("```")[1].strip().splitlines()
    printed = iter(ended.stdout.splitlines())
    lines = [line for line in shown if line and line != "…"]
    assert len(lines) > 25
    for line in lines:
        assert line in printed, line


@pytest.mark.long
def test_the_order_of_rows_changes_nothing(wirelab: Wirelab, tmp_path) -> None:
    header, *rows = TABLE.read_text(encoding="utf-8").splitlines()
    asked = [*words()[2:], "--block", "replicate"]

    def printed(table: str) -> str:
        """The output without the line numbers of unusual observations."""
        return re.sub(r"^line \d+ +", "line N ", wirelab("analyze", table, *asked).stdout, flags=re.MULTILINE)

    expected = printed(str(TABLE))
    assert "line N " in expected
    assert "Brown-Forsythe" in expected
    for seed in range(2):
        random.Random(seed).shuffle(rows)
        (tmp_path / "shuffled.csv").write_text("\n".join([header, *rows]))
        assert printed("shuffled.csv") == expected


@pytest.mark.long
def test_the_order_of_measurement_has_a_column(wirelab: Wirelab, tmp_path) -> None:
    header, *rows = TABLE.read_text(encoding="utf-8").splitlines()
    numbered = [f"{row},{number}" for number, row in enumerate(rows)]
    random.Random(1).shuffle(numbered)
    (tmp_path / "numbered.csv").write_text("\n".join([header + ",run", *numbered]))
    asked = words()[2:]
    assert "lag-1" not in wirelab("analyze", "numbered.csv", *asked).stdout
    ordered = wirelab("analyze", "numbered.csv", *asked, "--order", "run").stdout
    assert re.search(r"lag-1 autocorrelation +– +0\.4012 +0\.0015", ordered)
    for column, says in (("runs", "did you mean 'run'"), ("platform", "does not order all rows")):
        refused = wirelab("analyze", "numbered.csv", *asked, "--order", column)
        assert refused.returncode != 0
        assert says in refused.stderr
