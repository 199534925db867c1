"""A made-up `Results` for the report's tests: every figure below is invented and says nothing about any library."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from statistics import geometric_mean

from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.comparison import Comparison, Question
from wirelab.model.findings.finding import CellFinding, ComparisonFinding, Interval, Verdict
from wirelab.model.findings.findings import Findings
from wirelab.model.measurement import LossKind
from wirelab.model.run import CorpusFacts, NotRun
from wirelab.model.subject import parse_subject
from wirelab.model.units import ByteCount
from wirelab.report.run.results import CodecFacts, LostProcess, Results, RunFacts

PROCESSES = 12
BAND = 0.02
CORPORA = {CorpusName("school", "110", "random"): 0.1, CorpusName("school", "1100", "random"): 1.0}
OPERATIONS = {Operation.SERIALIZE: 1.0, Operation.DESERIALIZE: 1.7}
# subject -> invented nanoseconds and bytes at 1,100 structures; the first is the reference
JVM = {
    "jaxb-moxy": (2_400_000, 331_000),
    "jaxb-moxy+gzip": (9_100_000, 98_000),
    "jaxb-ri": (2_420_000, 331_000),
    "gson": (1_650_000, 215_000),
    "protobuf-java": (402_000, 83_000),
    "protobuf-java+gzip": (3_900_000, 61_000),
}
CPYTHON = {
    "lxml": (7_300_000, 331_000),
    "json": (3_100_000, 222_000),
    "orjson": (640_000, 215_000),
    "orjson:keys=sorted+zstd-19": (21_000_000, 63_500),
    "msgspec-msgpack": (598_000, 163_000),
    "protobuf-python": (1_210_000, 83_000),
}
PLATFORMS = {"jvm": JVM, "cpython": CPYTHON}
FORMATS = {"jaxb": "XML", "lxml": "XML", "protobuf": "Protocol Buffers", "msgspec": "MessagePack"}


def format_of(codec: str) -> str:
    return FORMATS.get(codec.split("-", maxsplit=1)[0], "JSON")


def interval(values: list[float], half_width: float) -> Interval:
    mean = geometric_mean(values)
    return Interval(mean, mean / (1 + half_width), mean * (1 + half_width), 0.95, len(values), "t")


def verdict_of(ratio: Interval) -> Verdict:
    excludes = ratio.low > 1 or ratio.high < 1
    inside = ratio.low >= 1 - BAND and ratio.high <= 1 + BAND
    match excludes, inside:
        case True, True:
            return Verdict.NEGLIGIBLE
        case True, False:
            return Verdict.DIFFERENT
        case False, True:
            return Verdict.EQUIVALENT
        case _:
            return Verdict.UNRESOLVED


def ratio_finding(cell: Cell, reference: Cell, ratio: Interval) -> ComparisonFinding:
    question = Question.TWIN if cell.twin else Question.REFERENCE
    return ComparisonFinding(Comparison(cell, reference, question), ratio, verdict_of(ratio), BAND, decided=True)


def one_ranking(corpus: CorpusName, operation: Operation, processes: int, dice: random.Random) -> Findings:
    """Times wander together, as on a shared machine: the drift of a round is the same for all cells."""
    drift = [1 + 0.04 * dice.random() + 0.002 * round_ for round_ in range(processes)]
    reference, found, compared = None, [], []
    for platform, subjects in PLATFORMS.items():
        for text, (nanoseconds, size) in subjects.items():
            cell = Cell(corpus, platform, parse_subject(text), operation)
            scale = nanoseconds * CORPORA[corpus] * OPERATIONS[operation]
            times = [scale * d * dice.lognormvariate(0, 0.012) for d in drift]
            time = interval(times, 0.011)
            reference = reference or (cell, time)
            ratio = interval([time.estimate / reference[1].estimate] * processes, 0.009 + 0.002 * dice.random())
            found.append(
                CellFinding(
                    cell,
                    time,
                    tuple(times),
                    allocated_bytes=size * CORPORA[corpus] * 3.2 if platform == "jvm" else None,
                    encoded_bytes=ByteCount(int(size * CORPORA[corpus])),
                    gzipped_bytes=ByteCount(int(size * CORPORA[corpus] * 0.31)),
                    steady_share=0.75 if text == "jaxb-ri" else 1.0,
                    lost=1 if text == "gson" else 0,
                )
            )
            if cell != reference[0]:
                compared.append(ratio_finding(cell, reference[0], ratio))
    return Findings(tuple(found), tuple(compared))


def codec_facts() -> tuple[CodecFacts, ...]:
    named = [(platform, parse_subject(text)) for platform, subjects in PLATFORMS.items() for text in subjects]
    names = {(platform, str(subject.uncompressed)) for platform, subject in named}
    return tuple(
        CodecFacts(
            platform,
            name,
            format_of(name),
            f"The {name} library",
            "1.2.3",
            "domain object",
            "Takes domain objects, gives bytes; fields found by names; no schema; human-readable"
            if format_of(name) != "Protocol Buffers"
            else "Takes domain objects, converts them to its own message classes; fields found by numbers; schema",
        )
        for platform, name in sorted(names, reverse=True)
    )


def invented_results(processes: int = PROCESSES) -> Results:
    dice = random.Random(4)
    found = [one_ranking(corpus, operation, processes, dice) for corpus in CORPORA for operation in OPERATIONS]
    findings = [finding for each in found for finding in each.cells]
    reference = findings[0].cell
    twin = replace(reference, twin=True)
    against_itself = ratio_finding(twin, reference, Interval(1.003, 0.991, 1.014, 0.95, processes, "t"))
    started = datetime(2031, 5, 4, 9, 30, tzinfo=UTC)
    gson = next(f.cell for f in findings if f.cell.subject.codec == "gson")
    return Results(
        study="school-formats",
        question="XML, gzipped XML or Protocol Buffers?",
        run=RunFacts(
            started, started + timedelta(minutes=31), 7, processes, "every comparison was decided", "wirelab.duckdb"
        ),
        host={"cpu": "Invented CPU 9000 @ 3.00GHz", "cores": "2", "memory": "8.0 GB", "system": "Linux 6.1"},
        runtimes={"jvm": "OpenJDK 17.0.15", "cpython": "CPython 3.11.7"},
        codecs=codec_facts(),
        corpora=tuple(CorpusFacts(name, f"{i}" * 64, 1, ByteCount(83_000)) for i, name in enumerate(CORPORA)),
        findings=Findings(
            (*findings, replace(findings[0], cell=twin)),
            (*(compared for each in found for compared in each.comparisons), against_itself),
        ),
        rounds={each: tuple(range(processes)) for each in (*(finding.cell for finding in findings), twin)},
        losses=(
            LostProcess(
                gson,
                2,
                LossKind.CRASH,
                "it ended with signal 11 before it answered 'measure'",
                "# A fatal error has been detected by the Java Runtime Environment:\n#  SIGSEGV (0xb) at pc=0x00007f",
            ),
        ),
        not_run=(NotRun("platform node", "no program 'node' on PATH; get it: apt-get install nodejs"),),
    )
