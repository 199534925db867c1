"""Which suites are among files: each layout is a module of its own."""

from collections.abc import Callable, Iterator, Mapping

from wirelab.model.errors import DefinitionError, UsageError
from wirelab.workload.vectors.case import Files, Vector
from wirelab.workload.vectors.cbor_cases import cbor_cases, is_cbor
from wirelab.workload.vectors.json_cases import is_json, json_cases
from wirelab.workload.vectors.msgpack_cases import msgpack_cases

_LAYOUTS: Mapping[str, Callable[[Files], Iterator[Vector]]] = {
    "files of JSON named y_…, n_… and i_…, or pass… and fail…": json_cases,
    "a JSON file with encodings of MessagePack by value": msgpack_cases,
    "files of test vectors in CBOR, or a JSON file with examples in hexadecimal": cbor_cases,
}
WELL_FORMED: Mapping[str, Callable[[bytes], bool]] = {"JSON": is_json, "CBOR": is_cbor}
"""By format, whether a document is well-formed: what is malformed has to be so within a document, too."""


def suites_in(files: Files, part: str) -> tuple[Vector, ...]:
    """The cases of all suites among files; `part` names these in errors.

    Raises:
        UsageError: there is none with a layout that is known.
        DefinitionError: a suite is damaged.
    """
    try:
        found = tuple(vector for cases in _LAYOUTS.values() for vector in cases(files))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise DefinitionError(part, "a suite in it is damaged", why=str(error), remedy="get it again") from None
    if not found:
        why = "\n".join(("known are:", *_LAYOUTS))
        raise UsageError(part, "there is no suite with a layout that is known", why=why, remedy="name another folder")
    return found
