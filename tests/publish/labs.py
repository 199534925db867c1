"""Lab files with runs that nobody measured, of two formats, for the tests of publishing."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.measured import measured
from tests.store.records import INFO, SCHOOL, record_of
from wirelab.analysis.findings import analyse
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Cell, CorpusName, ModeKind, Operation, Sink
from wirelab.model.comparison import Comparison, Question
from wirelab.model.run import NO_COMPRESSOR, CorpusFacts, EncodedSize
from wirelab.model.subject import parse_subject
from wirelab.model.units import ByteCount
from wirelab.protocol.codecs import Announcement, CodecInfo, Contract
from wirelab.store.lab import Lab
from wirelab.study.definition import Factors, Measure, Study

ROUNDS = 6
DAY = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
BOTH = (Operation.SERIALIZE, Operation.DESERIALIZE)
FORMATS = {"plain": "JSON", "quick": "JSON", "packed": "Protocol Buffers", "tagged": "XML"}
Times = Mapping[str, tuple[int, int]]
"""Nanoseconds of an operation and bytes, by codec."""
USUAL: Times = {"plain": (2000, 900), "packed": (1000, 400), "tagged": (6000, 2000)}


def offered(versions: Mapping[str, str], formats: Mapping[str, str], platform: str) -> Announcement:
    """The announcement of a runner that has these codecs."""
    contract = Contract(input="object", output="text", conversion=False, evolution="names", human_readable=True)
    codecs = [
        CodecInfo(
            name=name,
            format=formats.get(name, "JSON"),
            library=f"lib{name}",
            version=version,
            contract=contract,
            license="MIT",
            documentation="https://docs.example/",
        )
        for name, version in versions.items()
    ]
    return Announcement(
        runner="fake", runtime=f"Some {platform}", timer_resolution_ns=20, codecs=codecs, compressors=[]
    )


def add(
    path: Path,
    times: Times = USUAL,
    *,
    day: datetime = DAY,
    versions: Mapping[str, str] | None = None,
    platforms: tuple[str, ...] = ("here",),
    cpu: str = "Some CPU",
    study: str = "by-hand",
    ended: bool = True,
    scatter: float = 0.0,
    formats: Mapping[str, str] = FORMATS,
    corpus: CorpusName = SCHOOL,
    mode: ModeKind = ModeKind.STEADY,
    sink: Sink = Sink.MEMORY,
    digest: str = "ab" * 32,
) -> int:
    """Add a run to the lab file, made if missing; `scatter` is the share by which rounds go up and down."""
    cells = [
        Cell(corpus, platform, parse_subject(codec), operation, mode, sink)
        for platform in platforms
        for operation in BOTH
        for codec in times
    ]
    factors = Factors(workload=("school",), codec=tuple(times))  # type: ignore[arg-type]
    asked = Study(name="by-hand", question="Which?", factors=factors, measure=Measure(mode=mode))
    with Lab.open(path, create=True) as lab:
        info = replace(
            INFO, study=study, study_json=asked.model_dump_json(), not_run=(), started_at=day, host={"cpu": cpu}
        )
        known = {name: (versions or {}).get(name, "1.0") for name in times}
        ready = [(platform, offered(known, formats, platform)) for platform in platforms]
        run = lab.begin_run(info, cells, ready, [CorpusFacts(corpus, digest, 10, ByteCount(777))])
        records = []
        for cell in cells:
            ns, size = times[cell.subject.codec]
            for round_ in range(ROUNDS):
                noise = scatter * (-1) ** (round_ + len(cell.subject.codec)) + 0.001 * round_
                made = record_of(cell, round_, 0, ns=round(ns * (1 + noise)))
                records.append(replace(made, encoded_bytes=ByteCount(size)))
        lab.record(run, *(replace(each, planned=replace(each.planned, order=at)) for at, each in enumerate(records)))
        lab.record_sizes(
            run,
            [
                EncodedSize(corpus, platform, parse_subject(codec), NO_COMPRESSOR, ByteCount(size))
                for platform in platforms
                for codec, (_, size) in times.items()
            ],
        )
        if ended:
            first, *others = times
            compared = [
                Comparison(cell, replace(cell, subject=parse_subject(first)), Question.REFERENCE)
                for cell in cells
                if cell.subject.codec in others
            ]
            found = analyse(measured(lab.summaries(run), compared, Schedule(ROUNDS, 1), sizes=lab.sizes(run)))
            lab.record_findings(run, found)
            lab.finish_run(run, f"all {ROUNDS} rounds were done", day + timedelta(hours=1))
    return run


def digests(folder: Path) -> dict[str, str]:
    """The digest of each file of a folder."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
