"""Small pictures that other sites embed: no scripts, no style sheet, and the same look everywhere."""

from wirelab.model.visible import visible
from wirelab.report.published.decisions import Decision, Evidence, Side
from wirelab.report.quantities import duration, ratio_with_interval, size, together
from wirelab.report.render.page import page_template

_CHARACTER_PX, _MARGIN_PX = 6.2, 14
_BAR_PX = 430
_MOST_OF_A_BADGE, _MOST_OF_A_LINE = 75, 95


def badge(name: str, says: str, full: str) -> str:
    """A badge: its subject on the left, the result on the right, and the full text for a screen reader."""
    name, says = _short(name, _MOST_OF_A_BADGE), _short(says, _MOST_OF_A_BADGE)
    left, right = (round(_MARGIN_PX + len(text) * _CHARACTER_PX) for text in (name, says))
    return page_template("badge.svg.j2").render(name=name, says=says, full=full, left=left, width=left + right)


def answer_picture(decision: Decision, seen: Evidence) -> str:
    """The answer to a decision: both formats' times and sizes, with the ratio and its basis."""
    sides = (seen.one, seen.other)
    longest = max(each.total_ns for each in sides), max(each.size_bytes for each in sides)
    times = together(ratio_with_interval(seen.ratio)) if seen.ratio else "not known"
    verdict = f"Time of {seen.one.format} over {seen.other.format}: {times}: {seen.words}"
    basis = f"{seen.data}, measured {seen.run.day} on {seen.run.machine}, A/A twin: {seen.run.twins}; Wirelab"
    return page_template("answer.svg.j2").render(
        title=_short(decision.title, 70),
        says=verdict,
        verdict=_short(verdict, _MOST_OF_A_LINE),
        basis=_short(basis, 110),
        bars=[_bar(each, *longest) for each in sides],
    )


def _bar(side: Side, most_ns: float, most_bytes: int) -> dict[str, str | int]:
    return {
        "name": _short(side.format, 40),
        "codecs": _short(side.codecs, 50),
        "time": duration(side.total_ns),
        "time_px": _px(side.total_ns, most_ns),
        "size": size(side.size_bytes),
        "size_px": _px(side.size_bytes, most_bytes),
    }


def _px(value: float, most: float) -> int:
    return max(1, round(_BAR_PX * value / most)) if most else 1


def _short(text: str, most: int) -> str:
    plain = visible(text)
    return plain if len(plain) <= most else f"{plain[: most - 1]}…"
