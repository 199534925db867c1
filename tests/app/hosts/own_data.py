"""A workload of a user's own data, and a study that names it by its folder."""

import json
from pathlib import Path

from tests.app.hosts.scripted import STUDY
from wirelab.app.own_data.workload import Asked, added
from wirelab.study.definition import Study

ROWS = 20


def made_workload(base: Path, *, values: int = 1) -> Path:
    """The folder of `orders`, made of JSON Lines."""
    rows = [{"id": at * values, "name": f"order {at}", "paid": at % 2 == 0} for at in range(ROWS)]
    data = base / "orders.jsonl"
    data.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return added(Asked(str(data)), base, lambda _: None)[1]


def study_of(folder: Path, study: Study = STUDY) -> Study:
    """The same study over that workload."""
    factors = study.factors.model_copy(update={"workload": (str(folder.resolve()),), "size": (), "variant": ()})
    return study.model_copy(update={"factors": factors})
