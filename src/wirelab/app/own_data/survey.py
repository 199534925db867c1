"""Surveys the contents of documents in one pass; long texts in pieces, on all of the machine's cores."""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from itertools import chain

from wirelab.inference.differences import NotCarried
from wirelab.inference.json_text import Documents, Lines
from wirelab.inference.seen import Seen, seen_in
from wirelab.model.errors import HostError

_PIECE = 1 << 23
"""Bytes of a piece: the same for any number of cores, so that every machine finds the same."""

_DEEPEST = 10_000
"""Calls within each other in a process: it sends the places of a hundred levels, with some ten calls for each."""


@dataclass(frozen=True, slots=True)
class Survey:
    """The result of a survey."""

    seen: Seen  # at each place
    not_carried: NotCarried  # the parts of the documents that are not kept, whatever the schema


def survey(
    documents: Documents, *, as_one: bool, piece: int = _PIECE, passed: Callable[[int], None] = lambda _: None
) -> Survey:
    """Go through documents once.

    Documents may be elements of one array (`as_one`). About `piece` bytes of lines go to a process; `passed` hears now
    and then how many documents are done.

    Raises:
        DefinitionError: a line is not JSON, or not a document; a document is nested too deeply, or has an invalid text.
        HostError: the system ended a process, as it does if memory is used up.
    """
    values = documents.values
    if not isinstance(values, Lines):
        return Survey(seen_in(values, as_one=as_one), documents.not_carried)
    pieces, of_one = values.parts(piece), partial(_piece, as_one=as_one)
    first, second = next(pieces, values), next(pieces, None)
    if second is None:
        return of_one(first)
    whole = Survey(Seen(), NotCarried())
    try:
        with ProcessPoolExecutor(os.cpu_count(), initializer=sys.setrecursionlimit, initargs=(_DEEPEST,)) as pool:
            for part, found in _in_turn(pool, of_one, chain((first, second), pieces)):
                whole.seen.merge(found.seen)
                whole.not_carried.merge(found.not_carried)
                passed(part.first_row + len(part) - 1)
    except BrokenProcessPool:
        what, remedy = "it ended a process that read the data", "end other programs, or give a part of the data"
        raise HostError("this machine", what, remedy=remedy) from None
    return whole


def _in_turn(
    pool: Executor, of_one: Callable[[Lines], Survey], pieces: Iterable[Lines]
) -> Iterator[tuple[Lines, Survey]]:
    """The survey of each piece, in order; no more pieces are held than there is work for."""
    begun: deque[tuple[Lines, Future[Survey]]] = deque()
    for piece in pieces:
        begun.append((piece, pool.submit(of_one, piece)))
        if len(begun) > (os.cpu_count() or 1):
            part, future = begun.popleft()
            yield part, future.result()
    yield from ((part, future.result()) for part, future in begun)


def _piece(lines: Lines, *, as_one: bool) -> Survey:
    lost = NotCarried()
    seen = seen_in(lines.read(lost), as_one=as_one, first_row=lines.first_row)
    return Survey(seen, lost)
