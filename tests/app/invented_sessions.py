"""Labs of invented sessions, quickly made: a codec takes the time that a test gives, and a little noise."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from tests.store.records import record_of
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.run import CorpusFacts, RunInfo
from wirelab.model.subject import parse_subject
from wirelab.model.units import ByteCount, Nanoseconds
from wirelab.protocol.codecs import Announcement, CodecInfo, Contract
from wirelab.store.lab import Lab
from wirelab.study.definition import Factors, Measure, Study

CORPUS = CorpusName("school", "110", "random")
FIRST = datetime(2026, 1, 5, 3, 0, tzinfo=UTC)
HOST = {"machine": "0123456789ab", "cpu": "Some CPU", "cores": "2", "memory": "8.0 GB", "architecture": "x86_64"}
OTHER = {**HOST, "machine": "ba9876543210", "cpu": "Another CPU"}
PLATFORM, REFERENCE = "python", "json"
_TIME_NS, _TURNS = 200_000, 6
_NOISE, _SESSION = 0.01, 0.008


def session(lab: Path, levels: Mapping[str, float], **more: Any) -> int:
    """Add a run to the file; the rest is as for `add_session`."""
    with Lab.open(lab, create=True) as opened:
        return add_session(opened, levels, **more)


def add_session(
    lab: Lab,
    levels: Mapping[str, float],
    *,
    day: float = 0,
    host: Mapping[str, str] = HOST,
    versions: Mapping[str, str] | None = None,
    speed: float = 1.0,
    digest: str = "0" * 64,
    rounds: int = 4,
    finished: bool = True,
    seed: int | None = None,
) -> int:
    """Add a run that began `day` days after the first; `levels` are times of subjects over the reference's."""
    own = int(day * 1000) + 100_000 * (host is not HOST) if seed is None else seed
    random = np.random.default_rng(own)
    subjects = [REFERENCE, *levels]
    cells = [Cell(CORPUS, PLATFORM, parse_subject(name), Operation.SERIALIZE) for name in subjects]
    study = Study(
        name="nightly",
        question="How did it go?",
        factors=Factors(
            workload=("school",), size=("110",), platform=(PLATFORM,), codec=tuple(map(parse_subject, subjects))
        ),
        measure=Measure(rounds=rounds, turns=_TURNS),
    )
    began = FIRST + timedelta(days=day)
    info = RunInfo("nightly", study.model_dump_json(), (), own, began, "0.1.0", "wirelab run nightly", host)
    offered = Announcement(
        runner="python",
        runtime="CPython 3.12",
        timer_resolution_ns=20.0,
        codecs=[_codec(name, versions or {}) for name in dict.fromkeys(parse_subject(each).codec for each in subjects)],
        compressors=[],
    )
    of_session = random.normal(0, _SESSION, len(cells))
    run = lab.begin_run(info, cells, [(PLATFORM, offered)], [CorpusFacts(CORPUS, digest, 110, ByteCount(9_000))])
    for number in range(rounds):
        records = []
        for cell, level, shift in zip(cells, [1.0, *levels.values()], of_session, strict=True):
            ns = _TIME_NS * level * speed * float(np.exp(shift + random.normal(0, _NOISE)))
            record = record_of(cell, number, 0, batches=_TURNS, ns=round(ns))
            canary_ns = Nanoseconds(round(100_000 * speed * (1 + random.normal(0, 0.002))))
            records.append(replace(record, canary_ns=canary_ns))
        lab.record(run, *records)
    if finished:
        lab.finish_run(run, "all rounds were done", began + timedelta(minutes=10))
    return run


def nightly(lab: Path, level: Mapping[int, float] | float, days: int, name: str = "orjson", **more: Any) -> None:
    """One session per day, of one codec; where levels change, the library does."""
    now, version = 1.0, 0
    with Lab.open(lab, create=True) as opened:
        for day in range(days):
            if not isinstance(level, Mapping):
                now = level
            elif day in level:
                now, version = level[day], version + 1
            add_session(opened, {name: now}, day=day, versions={name: f"3.{version}.0"}, **more)


def _codec(name: str, versions: Mapping[str, str]) -> CodecInfo:
    return CodecInfo(
        name=name,
        format="JSON",
        library=name,
        version=versions.get(name, "1.0"),
        contract=Contract(input="object", output="bytes", conversion=False, evolution="names"),
        operations=["serialize", "deserialize"],
    )
