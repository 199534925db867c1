"""Questions in SQL over a lab: answered, bounded, and kept from everything else."""

import html
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.publish.labs import digests
from tests.web.client import Answer, Client, served
from tests.web.invented_labs import HOSTILE, add_run
from wirelab.model.errors import LabError, UsageError
from wirelab.store.query import MOST_ROWS, MOST_SIGNS, asked, schema_of


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    folder = tmp_path / "labs"
    folder.mkdir()
    add_run(folder / "one.duckdb", study=HOSTILE)
    return folder / "one.duckdb"


@pytest.fixture
def client(lab: Path) -> Iterator[Client]:
    with served(lab.parent) as client:
        yield client


def ask(client: Client, sql: str) -> Answer:
    return client.get(f"labs/one.duckdb/ask?sql={quote(sql, safe='')}")


@pytest.mark.long
def test_a_question_is_answered_as_a_table(lab: Path) -> None:
    found = asked(
        lab, "SELECT subject, count(*) AS n, NULL AS none FROM cell GROUP BY subject ORDER BY subject; -- end"
    )
    assert found.columns == (("subject", False), ("n", True), ("none", False))
    assert found.rows == (("gson", "1", None), ("other", "1", None))
    assert found.more is False
    assert asked(lab, "SELECT 1 AS a, 2 AS a").rows == (("1", "2"),)
    assert asked(lab, "SHOW TABLES").rows
    assert {"batch", "cell", "comparison", "finding", "run"} <= {row[0] for row in schema_of(lab).rows}


@pytest.mark.long
def test_answers_are_bounded(lab: Path) -> None:
    found = asked(lab, "SELECT range AS n, repeat('x', 10000) AS long FROM range(1000000)")
    assert (len(found.rows), found.more) == (MOST_ROWS, True)
    assert len(found.rows[0][1] or "") == MOST_SIGNS
    begun = time.monotonic()
    with pytest.raises(UsageError, match=r"takes longer than 0\.5 s"):
        asked(lab, "SELECT count(*) FROM range(1000000) a, range(1000000) b", 0.5)
    assert time.monotonic() - begun < 20


REFUSED = [
    "",
    ";",
    "SELEC 1",
    "SELECT 1; SELECT 2",
    "SELECT * FROM none",
    "DELETE FROM run",
    "DROP TABLE run",
    "CREATE TABLE mine AS SELECT 1",
    "INSERT INTO meta VALUES ('a', 'b')",
    "COPY run TO 'OUT/run.csv'",
    "COPY (SELECT 1) TO 'OUT/run.csv'",
    "EXPORT DATABASE 'OUT/all'",
    "ATTACH 'OUT/other.duckdb'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET enable_external_access = true",
    "RESET enable_external_access",
    "PRAGMA enable_profiling",
    "CALL pragma_version()",
    "CHECKPOINT",
    "SELECT * FROM 'OUT/secret.csv'",
    "SELECT * FROM read_csv('OUT/secret.csv')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_blob('OUT/secret.csv')",
    "SELECT * FROM glob('/*')",
    "SELECT * FROM read_parquet('https://example.invalid/a.parquet')",
    "SELECT 1) TO 'OUT/run.csv'; --",
    "SELECT 1)",
    "SELECT repeat('x', 4000000000)",
    "SELECT list(range) FROM range(1000000000)",
    "SELECT error('\x00')",
    "SELECT error('a\ud800')",
    "SELECT 'unfinished",
]


@pytest.mark.long
@pytest.mark.parametrize("sql", REFUSED)
def test_what_is_no_question_is_refused_and_changes_nothing(lab: Path, tmp_path: Path, sql: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "secret.csv").write_text("a\nsecret\n")
    before = digests(tmp_path)
    with pytest.raises(UsageError, match=r"^SQL: ") as fault:
        asked(lab, sql.replace("OUT", str(out)))
    assert "secret\n" not in str(fault.value)
    assert digests(tmp_path) == before
    assert asked(lab, "SELECT count(*) FROM run").rows == (("1",),)


LIMITED = """
import resource, sys
from pathlib import Path
from wirelab.store.query import asked
if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    print(asked(Path(sys.argv[1]), "SELECT 42").rows)
"""


@pytest.mark.long
def test_a_question_is_answered_within_a_lower_limit_of_the_users_own(lab: Path, tmp_path: Path) -> None:
    (tmp_path / "limited.py").write_text(LIMITED)
    if os.geteuid() == 0 and shutil.which("setpriv") is None:
        pytest.skip("root may exceed its limits, and setpriv, which could take that right away, is missing")
    bound = ("setpriv", "--bounding-set=-sys_resource", "--inh-caps=-sys_resource") if os.geteuid() == 0 else ()
    command = [*bound, sys.executable, tmp_path / "limited.py", lab]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert ended.stdout == "(('42',),)\n", ended.stderr


def test_what_is_no_lab_is_no_question(lab: Path, tmp_path: Path) -> None:
    (tmp_path / "text.duckdb").write_text("no lab")
    with pytest.raises(LabError):
        asked(tmp_path / "text.duckdb", "SELECT 1")


@pytest.mark.long
def test_the_page_has_the_question_the_answer_and_the_tables(client: Client) -> None:
    assert 'href="labs/one.duckdb/ask"' in client.get("").text
    empty = client.get("labs/one.duckdb/ask")
    assert empty.status == 200
    assert "FROM finding JOIN cell" in empty.text
    assert "Tables and their columns" in empty.text
    answer = ask(client, 'SELECT study, 7 AS "<b>" FROM run')
    assert answer.status == 200
    assert "1 row" in answer.text
    assert "&lt;b&gt;" in answer.text
    assert "<script>document" not in answer.text
    assert "\u202e" not in answer.text
    assert "form-action &#39;self&#39;" in answer.text or "form-action 'self'" in answer.text
    wrong = ask(client, "</textarea><script>alert(1)</script>")
    assert wrong.status == 422
    assert "DuckDB does not accept it" in wrong.text
    assert "<script>alert" not in wrong.text
    assert "</textarea><script>" in html.unescape(wrong.text)
    assert ask(client, "x" * 10_001).status == 422
    assert client.get("labs/none.duckdb/ask?sql=SELECT%201").status == 404


@pytest.mark.long
def test_a_question_of_several_lines_can_be_asked_again(client: Client) -> None:
    asked_for = "SELECT\n\t1 AS one,\n\t'\u202e' AS sign"
    page = ask(client, asked_for.replace("\n", "\r\n")).text  # browsers send line breaks so
    box = html.unescape(page.partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0])
    assert box.replace("\r\n", "\n") == asked_for
    assert ask(client, box).status == 200


def test_others_may_not_ask(client: Client) -> None:
    path = f"{client.place}labs/one.duckdb/ask?sql=SELECT%201"
    assert client.raw("GET", path, {}).status == 403
    assert client.raw("GET", path, {**client.own, "Sec-Fetch-Site": "cross-site"}).status == 403
