"""Which codec to take, and why not another, as a report. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace

from wirelab.choice.break_even import PRICES
from wirelab.choice.candidates import Candidate
from wirelab.choice.recommendation import Choice, Out, Recommendation, Sensitivity, Turning
from wirelab.choice.use import Money
from wirelab.model.findings.transfer import Way
from wirelab.report.document import Document, Facts, Medium, Part, Points, Section, Text, again
from wirelab.report.quantities import (
    MISSING,
    count,
    duration,
    percent,
    ratio,
    ratio_with_interval,
    several,
    size,
    together,
)
from wirelab.report.recommend.recommended import Recommended
from wirelab.report.recommend.wording import (
    Names,
    answer,
    limits_words,
    money,
    money_with_interval,
    now_words,
    value_words,
)
from wirelab.report.table import Column, Entry, Row, Table, numbers, with_limits, words

_SHOWN = 12


def recommendation_report(recommended: Recommended, *, explain: bool = False) -> Document:
    """Write a recommendation; with `explain`, terminals also show the decision for each codec, step by step."""
    found = recommended.found
    names = Names([*(each.candidate.way for each in found.choices), *(each.candidate.way for each in found.out)])
    lead = (Text(answer(found, names), "answer"), Text(_basis(recommended), "soft"))
    sections = tuple(_sections(recommended, names, explain=explain))
    return Document(f"Wirelab recommendation: {recommended.corpus}", lead, sections)


def _basis(recommended: Recommended) -> str:
    machine = "; ".join(recommended.host[key] for key in ("cpu", "processor", "machine") if key in recommended.host)
    return (
        f"From run {recommended.run} of {recommended.lab} ({recommended.study}, {recommended.started_at:%Y-%m-%d}): "
        f"{several(recommended.objects, 'message')} of {recommended.corpus}. Times are "
        f"from the machine that measured them{f' ({machine})' if machine else ''}; sizes are exact."
    )


def _sections(recommended: Recommended, names: Names, *, explain: bool) -> Iterator[Section]:
    found = recommended.found
    front = [each for each in found.choices if each.outdone is None]
    yield Section("front", "What it costs", (_costs(found, front, names),) if front else (), "Costs")
    yield Section("regret", "If the second is taken", tuple(_regret(found, names)), "Regret")
    yield Section("sensitivity", "What would change it", tuple(_sensitivity(found, names)), "What would change it")
    yield Section("tree", "The decision, step by step", (_tree(found),), "Decision")
    dropped = tuple(_dropped(found, names))
    if dropped:
        heading = Text("What to drop:", on=Medium.TERMINAL)
        yield Section("drop", "What to drop", (heading, Points(dropped, None if explain else _SHOWN)), "What to drop")
    out = tuple(_out(found, names, recommended.left_out))
    shown = Points(out, None if explain else _SHOWN, "Also ruled out: {}. --explain and the report have them all.")
    yield Section(
        "out", "Why not another", (Text("Why not another:", on=Medium.TERMINAL), shown) if out else (), "Why not"
    )
    medium = Medium.ALL if explain else Medium.FILES
    walks = tuple(_walks(found, names))
    yield Section("explain", "Codec by codec", (Points(walks),) if walks else (), "Codec by codec", medium, folded=True)
    yield Section("prices", "Prices", tuple(_prices(recommended)), "Prices")
    if recommended.command:
        yield again(recommended.command)


def _costs(found: Recommendation, front: list[Choice], names: Names) -> Table:
    paid = [each.name for each in fields(Money) if any(getattr(choice.money, each.name) for choice in front)]
    columns = (
        Column("codec"),
        Column("cost per year", number=True, limits="interval"),
        Column("ratio", number=True, limits="interval"),
        Column("verdict"),
        *numbers(*paid, "write", "read", "size"),
    )
    says = (
        "This is the Pareto set: no other writes and reads as fast and makes as few bytes, so whatever the prices, the "
        "cheapest is among them.",
        f"Each interval of a cost has {percent(found.confidence)} confidence. Intervals of ratios allow for all codecs "
        f"that are compared: in at most {percent(round(1 - found.confidence, 6))} of runs the cheapest is said to cost "
        "more.",
    )
    strong = frozenset(at for at, each in enumerate(front) if each.candidate.way == found.taken)
    return Table("What a year costs", columns, tuple(_cost(found, each, names, paid) for each in front), says, strong)


def _cost(found: Recommendation, each: Choice, names: Names, paid: Sequence[str]) -> Row:
    currency, candidate = found.prices.currency, each.candidate
    over, over_limits = ratio_with_interval(each.ratio) if each.ratio else (MISSING, "")
    taken = candidate.way == found.taken
    times = candidate.times
    return (
        names.of(candidate.way),
        with_limits(money_with_interval(each.cost, currency)),
        Entry("1×" if taken else over, (over_limits,)),
        _verdict(found, each),
        *(money(getattr(each.money, part), currency) for part in paid),
        duration(times.write_ns if times else None),
        duration(times.read_ns) if times and times.read_ns else "",
        size(candidate.size_bytes),
    )


def _verdict(found: Recommendation, each: Choice) -> Entry:
    unsteady = ("unsteady",) if each.candidate.unsteady else ()
    if each.candidate.way == found.taken:
        return Entry("recommended", unsteady, "reference")
    if each.may_be_cheapest:
        return Entry("may be as cheap", unsteady, "unresolved")
    return Entry("not cheaper" if each.outdone is not None else "costs more", unsteady, "slower")


def _regret(found: Recommendation, names: Names) -> Iterator[Text]:
    if found.second is None or found.taken is None:
        return
    name = names.of(found.second)
    if not any(each.cost.estimate for each in map(found.choice_of, (found.taken, found.second)) if each is not None):
        yield Text(f"With {name} instead, a year costs nothing, too.")
    elif found.regret is None:
        yield Text(f"The extra cost of {name} is not known, because too few rounds have both.")
    elif found.regret.estimate < 0:
        less = replace(found.regret, estimate=-found.regret.estimate, low=-found.regret.high, high=-found.regret.low)
        amount = together(money_with_interval(less, found.prices.currency))
        yield Text(f"With {name} instead, a year costs {amount} less by this run's estimate, which may be chance.")
    else:
        amount = together(money_with_interval(found.regret, found.prices.currency))
        chance = ", which may be chance" if found.regret.low <= 0 else ""
        yield Text(f"With {name} instead, a year costs {amount} more{chance}.")


def _sensitivity(found: Recommendation, names: Names) -> Iterator[Table | Text]:
    still = [each for each in found.sensitivities if not (each.below or each.above)]
    rows = tuple(
        _turning(found, each, turning, way, names)
        for each in found.sensitivities
        for turning, way in ((each.below, "below"), (each.above, "above"))
        if turning is not None
    )
    if rows:
        columns = words("input", "now", "turns", "undecided between", "then")
        says = (
            "All else stays as it is. Outside the interval it is clear which of the two is cheaper; within it, the run "
            "does not decide."
        )
        yield Table("Where another is as cheap", columns, rows, (says,))
    if still and found.taken is not None:
        change = "make one outside the tie as cheap" if len(found.tied) > 1 else "change it"
        yield Text(f"No other value of these inputs would {change}: {', '.join(each.input for each in still)}.")


def _turning(found: Recommendation, each: Sensitivity, turning: Turning, way: str, names: Names) -> Row:
    then = "nothing here" if turning.way is None else names.of(turning.way)
    return (
        str(each.input),
        now_words(each, found),
        f"{way} {value_words(each.input, turning.value, found)}",
        limits_words(each.input, turning),
        f"{then}, since the link is full" if turning.full else then,
    )


def _tree(found: Recommendation) -> Facts:
    first = found.steps[0]
    rows = [("Codecs of the run", count(first.left + first.out))]
    rows += [
        (step.says, f"{count(step.left)} left" + (f", {count(step.out)} out" if step.out else ""))
        for step in found.steps
    ]
    if found.broken_by:
        rows.append(("Which of these, if costs do not decide?", found.broken_by))
    return Facts(tuple(rows))


def _dropped(found: Recommendation, names: Names) -> Iterator[str]:
    for each in found.drop:
        best = f"{names.of(each.cheapest)} would cost the least"
        yield f"without {' and '.join(map(str, each.needs))}: {count(each.left)} left, and {best}"


def _out(found: Recommendation, names: Names, left_out: Sequence[str]) -> Iterator[str]:
    for choice in found.choices:
        if choice.outdone is not None and choice.outdone_by is not None:
            yield f"{names.of(choice.candidate.way)}: {_outdone(choice, choice.outdone, names)}"
    for each in found.out:
        yield f"{names.of(each.candidate.way)}: {_left(each)}"
    yield from left_out


def _outdone(choice: Choice, better: Way, names: Names) -> str:
    assert choice.outdone_by is not None
    write, read, more = choice.outdone_by
    reads = choice.candidate.times is not None and choice.candidate.times.read_ns > 0
    parts = [f"{ratio(write)} of its time to write", *([f"{ratio(read)} to read"] if reads else [])]
    cost = f", and {ratio(choice.ratio.estimate)} of the recommended cost" if choice.ratio else ""
    return f"not cheaper than {names.of(better)} at any prices: {', '.join(parts)}, {ratio(more)} of its bytes{cost}"


def _left(each: Out) -> str:
    return each.why if each.step in {"measured", "link"} else f"need {each.step}: {each.why}"


def _walks(found: Recommendation, names: Names) -> Iterator[str]:
    for choice in found.choices:
        better = "" if choice.outdone is None else f", and not cheaper than {names.of(choice.outdone)} at any prices"
        yield f"{names.of(choice.candidate.way)}: {_answers(choice.candidate)}{_verdict(found, choice).text}{better}"
    for each in found.out:
        yield f"{names.of(each.candidate.way)}: {_answers(each.candidate)}out at {each.step}" + (
            f": {each.why}" if each.step in {"measured", "link"} else ""
        )


def _answers(candidate: Candidate) -> str:
    said = (f"{each.need}: {'yes' if each.met else 'no'} ({each.basis}: {each.why})" for each in candidate.answers)
    return "".join(f"{each}; " for each in said)


def _prices(recommended: Recommended) -> Iterator[Part | Facts | Text]:
    prices = recommended.found.prices
    priced = ((name, getattr(prices, name)) for name in PRICES.values())
    rows = tuple(
        (name, f"{price.price:g} {prices.currency} per {price.per} ({price.of}; {price.as_of})")
        for name, price in priced
    )
    yield Facts(rows)
    yield Text(f"Edit {recommended.priced}, or copy it and give the copy with --prices.")
