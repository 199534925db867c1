"""Labs with numbers that no Wirelab writes: each command that shows them says so."""

import shutil
from pathlib import Path

import duckdb
import pytest

from tests.app.invented_sessions import session
from wirelab.app.compare.labs import compared_sessions
from wirelab.app.lab.results import results_in
from wirelab.app.lab.session import session_in
from wirelab.app.sessions.together import together_in
from wirelab.model.errors import LabError, UsageError

CHANGES = [
    "UPDATE batch SET ns = 0",
    "UPDATE batch SET ns = -5",
    "UPDATE batch SET calls = 0",
    "UPDATE process SET encoded_bytes = -1",
    "UPDATE batch SET allocated_bytes = -1",
    "UPDATE corpus SET objects = -1",
    """INSERT INTO "check"
    SELECT run, workload, size, variant, 'here', 'orjson', 'instructions of serialize', true, 'many' FROM corpus""",
]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    lab = tmp_path_factory.mktemp("made") / "wirelab.duckdb"
    for day in range(2):
        session(lab, {"orjson": 0.5}, day=day)
    return lab


@pytest.mark.parametrize("change", CHANGES)
def test_a_lab_with_numbers_that_nothing_can_have_is_refused(made: Path, tmp_path: Path, change: str) -> None:
    lab = Path(shutil.copy(made, tmp_path))
    with duckdb.connect(lab) as connection:
        connection.execute(change)
    for show in (lambda: results_in(lab, 1), lambda: together_in(lab, None), lambda: session_in(lab, 1)):
        with pytest.raises(LabError, match="something that Wirelab does not write"):
            show()


def test_runs_of_data_that_nobody_recorded_have_nothing_in_common(made: Path, tmp_path: Path) -> None:
    lab = Path(shutil.copy(made, tmp_path))
    with duckdb.connect(lab) as connection:
        connection.execute("DELETE FROM corpus")
    with pytest.raises(UsageError, match="nothing in common"):
        compared_sessions(session_in(lab, 1), session_in(lab, 2), tolerated=0.05, allowed=None)
