"""Scripted subjects that cheat are flagged in JSON, table and page; honest ones are not."""

import json
from pathlib import Path

import pytest

from tests.app.studies import write_study
from tests.conftest import Wirelab


def flags_of(text: str) -> dict[str, str]:
    return {flag["cell"]["subject"]: flag["guard"] for flag in json.loads(text).get("flags", ()) if not twin(flag)}


def twin(flag: dict[str, dict[str, bool]]) -> bool:
    return flag["cell"]["twin"]


@pytest.mark.long
def test_who_cheats_is_flagged_and_who_does_not_is_not(wirelab: Wirelab, tmp_path: Path) -> None:
    cheats = {"does-nothing": "faster than a copy", "drops-output": "unlike outputs"}
    honest = ("steady", "slower-5", "chatty", "warming-up", "unlike-itself")
    study = write_study(tmp_path, *honest, *cheats, rounds=2)
    ended = wirelab("run", study, "--seed", "3", "--json")
    assert ended.returncode == 0, ended.stderr
    assert flags_of(ended.stdout) == cheats
    text, page = wirelab("report").stdout, (tmp_path / "wirelab-report.html").read_text()
    why = {
        "does-nothing": "of its output takes at least",
        "drops-output": "a process of round 1 wrote different bytes while it was timed than when it was verified.",
    }
    for shown in (text, page):
        assert "Are all times plausible?" in shown or shown is text
        for subject, words in why.items():
            (line,) = [line for line in shown.splitlines() if f"! {subject} on fake" in line]
            assert words in line
    marked = [line.split()[0] for line in text.splitlines() if " ns !" in line or " µs !" in line]
    assert set(marked) == {*cheats}


@pytest.mark.long
def test_time_that_does_not_grow_with_the_data_is_flagged(wirelab: Wirelab, tmp_path: Path) -> None:
    study = write_study(tmp_path, "remembers", rounds=2)
    path = tmp_path / study
    path.write_text(path.read_text().replace("[110]", "[110, 11000]"))
    ended = wirelab("run", study, "--seed", "3", "--json")
    assert ended.returncode == 0, ended.stderr
    (flag,) = [flag for flag in json.loads(ended.stdout)["flags"] if not twin(flag)]
    assert flag["cell"]["corpus"]["size"] == "11000"
    assert flag["guard"] in {"does not grow", "faster than a copy"}, "where copying is slow, both"
