"""Which suites are among files: each layout is a module of its own."""

import lzma
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from zstandard import ZstdError

from wirelab.model.errors import DefinitionError, UsageError
from wirelab.workload.vectors.avro_cases import Records, avro_cases
from wirelab.workload.vectors.case import Files, Vector
from wirelab.workload.vectors.cbor_cases import cbor_cases, is_cbor
from wirelab.workload.vectors.json_cases import is_json, json_cases
from wirelab.workload.vectors.msgpack_cases import msgpack_cases

WELL_FORMED: Mapping[str, Callable[[bytes], bool]] = {"JSON": is_json, "CBOR": is_cbor}
"""Whether a document is well-formed, by format: a malformed case must be so within a document, too."""
_DAMAGED = (ValueError, LookupError, TypeError, AttributeError, EOFError, ArithmeticError, MemoryError, RecursionError)
_DAMAGED_PACKING = (zlib.error, lzma.LZMAError, ZstdError, OSError)


@dataclass(frozen=True, slots=True)
class Suites:
    """The cases of all suites, and the schemas of those that bring their own."""

    vectors: tuple[Vector, ...]
    records: Records


def suites_in(files: Files, part: str) -> Suites:
    """The suites among files; `part` names these in errors.

    Raises:
        UsageError: there is none in a known layout.
        DefinitionError: a suite is damaged.
    """
    records = Records()
    layouts: Mapping[str, Callable[[Files], Iterator[Vector]]] = {
        "files of JSON named y_…, n_… and i_…, or pass… and fail…": json_cases,
        "a JSON file with encodings of MessagePack by value": msgpack_cases,
        "files of test vectors in CBOR, or a JSON file with examples in hexadecimal": cbor_cases,
        "data files of Avro": partial(avro_cases, records=records),
    }
    try:
        found = tuple(vector for cases in layouts.values() for vector in cases(files))
    except (*_DAMAGED, *_DAMAGED_PACKING) as error:
        raise DefinitionError(part, "a suite in it is damaged", why=str(error), remedy="get it again") from None
    if not found:
        why = "\n".join(("the known layouts are:", *layouts))
        raise UsageError(part, "there is no suite in a known layout", why=why, remedy="name another folder")
    return Suites(found, records)
