"""How long an answer may take: bounds computed from the request, so wide that only a hang meets them."""

LONGEST_S = 3600.0
_SLOWEST_LOAD = 1_000_000  # bytes per second
_SLOWEST_CODEC = 100_000  # bytes per second, cold code and conversions included


def load_s(corpora_bytes: int, slack_s: float) -> float:
    """Bound of `load` of files of `corpora_bytes` together, in seconds."""
    return _bounded(slack_s + corpora_bytes / _SLOWEST_LOAD)


def once_s(corpus_bytes: int, slack_s: float) -> float:
    """Bound of requests that call the codec once, in seconds: `open`, `encode`, `decode`, `cold`."""
    return _bounded(slack_s + corpus_bytes / _SLOWEST_CODEC)


def time_s(calls: int, call_s: float, slack_s: float) -> float:
    """Bound of `time`, in seconds: a call takes `call_s` by earlier times, and code may get slower."""
    return _bounded(slack_s + 10 * calls * call_s)


def _bounded(seconds: float) -> float:
    return min(seconds, LONGEST_S)
