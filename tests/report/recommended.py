"""Recommendations of labs made by hand, with every kind of answer."""

from dataclasses import replace
from datetime import UTC, datetime

from tests.choice.labs import candidate, prices
from wirelab.choice.candidates import Candidate
from wirelab.choice.decision import recommend
from wirelab.choice.needs import Need
from wirelab.choice.use import Use
from wirelab.model.cell import CorpusName
from wirelab.model.link import Link
from wirelab.report.recommend.recommended import Recommended

USE = Use(messages_per_s=1000, reads=2, copies=3, months=12, link=Link(1e9, 0.001))
QUICK = candidate("quick", [1000, 1010, 995], [1500, 1490, 1510], 400, {"evolution": True, "readable": True})
SMALL = candidate("small", [4000, 4100, 3900], [6000, 5900, 6050], 200, {"evolution": True, "readable": False})
LARGE = candidate("large+gzip", [1100, 1110, 1095], [1600, 1590, 1610], 500, {"evolution": True, "readable": True})
LOSING = candidate("losing", [900, 900, 900], [900, 900, 900], 300, {"evolution": False, "readable": False})
CRASHED = replace(candidate("crashed", [], [], 300, {"evolution": True, "readable": True}), lacking="it crashed <b>")
NOISY = [
    candidate("noisy", [1000, 1300, 900], [1500, 1200, 1800], 402, survived=(30, 50), unsteady=True),
    candidate("alike", [1100, 1100, 1000], [1400, 1500, 1500], 400, survived=(40, 50)),
]


def recommended(*lab: Candidate, needs: tuple[str, ...] = (), use: Use = USE, workload: str = "orders") -> Recommended:
    found = recommend(lab, tuple(map(Need, needs)), use, prices(), confidence=0.95, band=0.02)
    return Recommended(
        found,
        corpus=CorpusName(workload, "1000", "own"),
        objects=1000,
        study="command-line",
        lab="wirelab.duckdb",
        run=1,
        started_at=datetime(2026, 1, 2, tzinfo=UTC),
        left_out=("written on a was measured to serialize only",),
        host={"cpu": "a processor"},
        priced="prices.toml",
        command="wirelab recommend",
    )


RECOMMENDATIONS = {
    "clear": lambda: recommended(QUICK, SMALL, LARGE, LOSING, CRASHED, needs=("evolution",)),
    "tie": lambda: recommended(*NOISY, use=Use(cold_starts=0.0)),
    "nothing": lambda: recommended(QUICK, SMALL, LOSING, needs=("evolution", "readable"), use=replace(USE, link=None)),
    "unmet": lambda: recommended(SMALL, LOSING, needs=("evolution", "readable")),
    "hostile": lambda: recommended(QUICK, CRASHED, workload='<script>alert("\u202e")</script>'),
}
