"""The kinds of report files, and the mark by which each is recognized."""

from collections.abc import Mapping

from wirelab.files.outputs import Kind

ANALYSIS = Kind("analysis", b"<title>Wirelab analysis: ", "the table is as it was")
_IN_LAB, _AGAIN = "the measurements are in the lab file", "the same command gives the same results again"
EVENTS = Kind("file of events", b'{"event": "', _IN_LAB)


def _kinds(says: str, title: str, safe: str, comment: str = "") -> Mapping[str, Kind]:
    """Kinds of output by format: Markdown begins with a comment, a page has a title."""
    page, text = f"<title>Wirelab{title}: ", f"<!-- Wirelab{comment or title} -->"
    return {"html": Kind(says, page.encode(), safe), "markdown": Kind(says, text.encode(), safe)}


REPORTS = _kinds("report", "", _IN_LAB, " report")
REPLICATIONS = _kinds("report of a replication", " replication", _IN_LAB)
COMPARISONS = _kinds("comparison", " comparison", _IN_LAB)
HISTORIES = _kinds("history", " history", _IN_LAB)
RECOMMENDATIONS = _kinds("recommendation", " recommendation", _IN_LAB)
INTEROPS = _kinds("report of interoperation", " interoperation", _AGAIN)
EVOLUTIONS = _kinds("report of evolution", " evolution", _AGAIN)
WITHSTANDINGS = _kinds("report of hostile input", " hostile input", _AGAIN)
MARKDOWNS = frozenset(
    each["markdown"]
    for each in (REPORTS, REPLICATIONS, COMPARISONS, INTEROPS, EVOLUTIONS, WITHSTANDINGS, RECOMMENDATIONS, HISTORIES)
)
