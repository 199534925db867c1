"""How versions of one codec read each other's bytes, in words. Pure."""

from collections.abc import Iterator, Sequence

from wirelab.model.groups import gathered
from wirelab.model.run import Exchange
from wirelab.report.table import Entry


def exchange_points(exchanges: Sequence[Exchange]) -> Iterator[Entry]:
    """A point for each two versions on a corpus, those that do not read each other first."""
    alike = gathered((_words(each), each) for each in exchanges)
    for (text, whys), own in sorted(alike.items(), key=lambda each: not each[0][1]):
        yield Entry(f"{', '.join(dict.fromkeys(f'{each.corpus} ({each.platform})' for each in own))}: {text}", whys)


def _words(each: Exchange) -> tuple[str, tuple[str, ...]]:
    one, other = str(each.one), str(each.other)
    whys = tuple(
        f"{reader} does not read the bytes of {writer}: {why}"
        for reader, writer, why in ((one, other, each.why_one), (other, one, each.why_other))
        if why
    )
    bytes_ = "the same bytes" if each.same_bytes else "different bytes"
    if not whys:
        return f"{one} and {other} write {bytes_}, and each reads the other's", ()
    return f"{one} and {other} write {bytes_}", whys
