"""How long an answer may take: bounds computed from what is asked, so wide that only a hang meets them."""

from wirelab.protocol.messages import Cold, Fixed, Mode, Steady

LONGEST_S = 3600.0
_SLOWEST_LOAD = 1_000_000  # bytes a second
_SLOWEST_CODEC = 100_000  # bytes a second, cold code and conversions included
_NS = 1e9


def load_s(corpora_bytes: int, slack_s: float) -> float:
    """Bound of `load` of files of `corpora_bytes` together, in seconds."""
    return _bounded(slack_s + corpora_bytes / _SLOWEST_LOAD)


def once_s(corpus_bytes: int, slack_s: float) -> float:
    """Bound of what calls the codec once each way: `verify`, `encode`, `decode`; in seconds."""
    return _bounded(slack_s + corpus_bytes / _SLOWEST_CODEC)


def measure_s(mode: Mode, call_s: float, slack_s: float) -> float:
    """Bound of `measure`, in seconds.

    Args:
        mode: how it measures.
        call_s: what a single call took at most, as far as known: the time of `verify`.
        slack_s: added to all.
    """
    match mode:
        case Steady():
            # The warm-up ends at twice its maximum, plus the call it is in. A measured batch is of about `batch_ns`
            # or of one call; where the code gets slower after warm-up, several times that.
            batch_s = 10 * max(mode.batch_ns / _NS, call_s)
            longest_s = mode.batches * batch_s + (mode.fast.max_ns / _NS if mode.fast else 0)
            longest_s += mode.window.max_ns / _NS + batch_s if mode.window else 0
            return _bounded(slack_s + 2 * mode.warm_up.max_ns / _NS + call_s + longest_s)
        case Fixed():
            return _bounded(slack_s + (mode.warm_up_runs + mode.runs) * mode.calls * 4 * call_s)
        case Cold():
            return _bounded(slack_s + call_s)


def _bounded(seconds: float) -> float:
    return min(seconds, LONGEST_S)
