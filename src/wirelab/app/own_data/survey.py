"""What is in documents, found in one pass over them; long texts in pieces, on all of the machine's cores."""

import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from wirelab.inference.differences import NotCarried
from wirelab.inference.json_text import Documents, Lines
from wirelab.inference.seen import Seen, merged, seen_in

_PIECE = 1 << 23
"""Characters: of any machine's number of cores the same pieces are made, so that what is found is the same."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What was found.

    Attributes:
        seen: at each place.
        not_carried: what is not kept of the documents; whatever the schema.
    """

    seen: Seen
    not_carried: NotCarried


def survey(documents: Documents, *, as_one: bool, piece: int = _PIECE) -> Survey:
    """Go through documents once.

    Args:
        documents: as they were read.
        as_one: whether they are elements of one array.
        piece: about so many characters of lines go to a process.

    Raises:
        DefinitionError: a line is not JSON or no document, one lies too deep, or a text in it is none.
    """
    values = documents.values
    if not isinstance(values, Lines):
        return Survey(seen_in(values, as_one=as_one), documents.not_carried)
    pieces, of_one = list(values.parts(piece)), partial(_piece, as_one=as_one)
    if len(pieces) == 1:
        return _joined(map(of_one, pieces))
    with ProcessPoolExecutor(min(len(pieces), os.cpu_count() or 1)) as pool:
        return _joined(pool.map(of_one, pieces))


def _piece(lines: Lines, *, as_one: bool) -> Survey:
    lost = NotCarried()
    seen = seen_in(lines.read(lost), as_one=as_one, first_row=lines.first_row)
    return Survey(seen, lost)


def _joined(found: Iterable[Survey]) -> Survey:
    surveys = list(found)
    seen = surveys[0].seen if len(surveys) == 1 else merged(one.seen for one in surveys)
    lost = NotCarried()
    for one in surveys:
        lost.merge(one.not_carried)
    return Survey(seen, lost)
