"""The question that a set of factors asks, for studies that are put together on the command line. Pure."""

from collections.abc import Sequence
from pathlib import PurePath

from wirelab.study.definition import Factors, Transfer

_MOST_NAMED = 5


def own_question(factors: Factors) -> str:
    """The question behind measuring these levels: `How do a and b compare on w at size 1k (serialize)?`."""
    subjects = [str(subject) for subject in factors.codec]
    named = _listed(subjects) if len(subjects) <= _MOST_NAMED else f"{len(subjects)} codecs"
    asks = f"How does {named} do" if len(subjects) == 1 else f"How do {named} compare"
    where = f", on {_listed(factors.platform)}" if factors.platform else ""
    return f"{asks} on {_data(factors)}{where} ({', '.join(factors.operation)})?"


def transfer_question(transfer: Transfer, factors: Factors) -> str:
    """The question behind a transfer: `Which format takes orders from a to b and c in the least time?`."""
    ends = f"from {transfer.sender} to {_listed(transfer.receivers)}"
    return f"Which format takes {_data(factors)} {ends} in the least time, over {transfer.link}?"


def _data(factors: Factors) -> str:
    workloads = _listed([PurePath(named).name for named in factors.workload])  # some by their folders
    return workloads + (f" at size {_listed(factors.size)}" if factors.size else "")


def _listed(items: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(items[:-1]), items[-1])))
