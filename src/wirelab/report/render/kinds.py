"""The kinds of files that reports are, and what each is known by."""

from wirelab.files.writing import Kind

REPORT = Kind("report", b"<title>Wirelab: ", "what was measured is in the lab file")
MARKDOWN = Kind("report", b"<!-- Wirelab report -->", REPORT.safe)
ANALYSIS = Kind("analysis", b"<title>Wirelab analysis: ", "the table is as it was")
REPLICATION = Kind("report of a replication", b"<title>Wirelab replication: ", REPORT.safe)
REPLICATION_MARKDOWN = Kind("report of a replication", b"<!-- Wirelab replication -->", REPORT.safe)
EVENTS = Kind("file of events", b'{"event": "', REPORT.safe)
INTEROP = Kind(
    "report of interoperation", b"<title>Wirelab interoperation: ", "what was read is the same the next time"
)
INTEROP_MARKDOWN = Kind(INTEROP.says, b"<!-- Wirelab interoperation -->", INTEROP.safe)
EVOLUTION = Kind("report of evolution", b"<title>Wirelab evolution: ", INTEROP.safe)
EVOLUTION_MARKDOWN = Kind(EVOLUTION.says, b"<!-- Wirelab evolution -->", INTEROP.safe)
WITHSTANDING = Kind("report of hostile input", b"<title>Wirelab hostile input: ", INTEROP.safe)
WITHSTANDING_MARKDOWN = Kind(WITHSTANDING.says, b"<!-- Wirelab hostile input -->", INTEROP.safe)
RECOMMENDATION = Kind("recommendation", b"<title>Wirelab recommendation: ", REPORT.safe)
RECOMMENDATION_MARKDOWN = Kind(RECOMMENDATION.says, b"<!-- Wirelab recommendation -->", REPORT.safe)
COMPARISON = Kind("comparison", b"<title>Wirelab comparison: ", REPORT.safe)
COMPARISON_MARKDOWN = Kind(COMPARISON.says, b"<!-- Wirelab comparison -->", REPORT.safe)
REPORTS = {"html": REPORT, "markdown": MARKDOWN}
REPLICATIONS = {"html": REPLICATION, "markdown": REPLICATION_MARKDOWN}
EVOLUTIONS = {"html": EVOLUTION, "markdown": EVOLUTION_MARKDOWN}
WITHSTANDINGS = {"html": WITHSTANDING, "markdown": WITHSTANDING_MARKDOWN}
COMPARISONS = {"html": COMPARISON, "markdown": COMPARISON_MARKDOWN}
INTEROPS = {"html": INTEROP, "markdown": INTEROP_MARKDOWN}
RECOMMENDATIONS = {"html": RECOMMENDATION, "markdown": RECOMMENDATION_MARKDOWN}
"""By how they are written."""
MARKDOWNS = frozenset(
    each["markdown"]
    for each in (REPORTS, REPLICATIONS, COMPARISONS, INTEROPS, EVOLUTIONS, WITHSTANDINGS, RECOMMENDATIONS)
)
