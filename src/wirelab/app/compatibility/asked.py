"""Suites, each with the workload whose documents its cases are put into."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from wirelab.files.trees import read_tree
from wirelab.model.errors import UsageError
from wirelab.model.groups import gathered
from wirelab.schema.compile import compile_schema
from wirelab.schema.fill import fill
from wirelab.schema.messages import delimited, message_class, serialize
from wirelab.workload.addition import Addition, add
from wirelab.workload.vectors import avro_cases
from wirelab.workload.vectors.avro_cases import Records
from wirelab.workload.vectors.case import Vector
from wirelab.workload.vectors.kinds import Format, Kind, Kinds, load_kinds
from wirelab.workload.vectors.suites import suites_in

_RECORDS, _PROTO = "vectors-of-records", "kinds.proto"


@dataclass(frozen=True, slots=True)
class Asked:
    """Cases by format, and the workload with an example of each of their kinds."""

    folder: Path
    kinds: Kinds
    cases: Mapping[str, Sequence[Vector]]


def asked_of(named: Path, folder: Path, base: Path) -> tuple[Asked, ...]:
    """The suites that a user names.

    Args:
        named: a folder or an archive.
        folder: the workload with the kinds of values, for formats that have no schema.
        base: a folder for workloads that are made of schemas.

    Raises:
        WirelabError: see `read_tree`, `suites_in` and `load_kinds`.
    """
    part = f"suites {named}"
    suites = suites_in(read_tree(named, part), part)
    cases = gathered((each.format, each) for each in suites.vectors)
    groups = tuple(_groups(cases, suites.records, folder, base))
    if not groups:
        raise UsageError(part, "no case has a value that a schema can describe", remedy="name another folder")
    return groups


def _groups(cases: Mapping[str, Sequence[Vector]], records: Records, folder: Path, base: Path) -> Iterator[Asked]:
    kinds = load_kinds(folder)
    own = {format_: each for format_, each in cases.items() if format_ in kinds.formats}
    if own:
        yield Asked(folder, kinds, own)
    if records.examples:
        yield Asked(_workload_of(records, base), _kinds_of(records), {avro_cases.FORMAT: cases[avro_cases.FORMAT]})


def _kinds_of(records: Records) -> Kinds:
    """A kind for each schema: its cases are documents themselves."""
    kinds = tuple(
        Kind(member=member, says=f"a {name}", whole=True, holds={}, written={avro_cases.FORMAT: data.hex()})
        for member, (name, _, data) in records.examples.items()
    )
    return Kinds(formats={avro_cases.FORMAT: Format(hex=True, within=(("", ""),))}, kinds=kinds)


def _workload_of(records: Records, base: Path) -> Path:
    """The folder of a workload with the schemas, and an example of each."""
    proto = records.proto.encode()
    (base / _PROTO).write_bytes(proto)
    compiled = compile_schema(_RECORDS, base / _PROTO, avro_cases.ROOT, avro_cases.PAYLOAD, roots=(base,))
    made, written = message_class(compiled.descriptor_set, compiled.root), b""
    for member, (_, value, _) in records.examples.items():
        message = made()
        fill(message, {avro_cases.PAYLOAD: {member: value}})
        written += delimited(serialize(message))
    addition = Addition(
        name=_RECORDS,
        says="A record of each schema of suites",
        protos={_PROTO: proto},
        proto=_PROTO,
        root=avro_cases.ROOT,
        corpus=BytesIO(written),
        documents=len(records.examples),
        payload=avro_cases.PAYLOAD,
    )
    add(addition, base / _RECORDS)
    return base / _RECORDS
