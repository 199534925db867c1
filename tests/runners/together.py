"""Workloads whose types are built as one schema: once for each runner, and one process has them all.

A codec's output for an object does not depend on the types beside its own: a corpus of one workload is the same corpus
here, its objects under other numbers of types. So the workloads' types need no builds of their own.
"""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wirelab.schema.compile import CompiledSchema, compile_schema
from wirelab.schema.objects import frames_of, write_frames
from wirelab.workload.definition import Workload, compile_workload
from wirelab.workload.objects import Copy

NAME = "together"


@dataclass(frozen=True)
class Together:
    """The types of several workloads.

    Attributes:
        types: all of them.
        first: by workload, the number that its first payload type has among all.
    """

    types: CompiledSchema
    first: dict[str, int]

    def copy(self, own: Copy, folder: Path) -> Copy:
        """A copy of one of the workloads, for processes that have the types of all; its file is in `folder`."""
        name = own.corpus.name
        path, first = folder / f"{name.workload}-{own.objects.name}", self.first[name.workload]
        if not path.exists():
            path.write_bytes(write_frames((first + kind, data) for kind, data in frames_of(own.objects.read_bytes())))
        return replace(own, objects=path, columns=None)


def together(workloads: Sequence[Workload]) -> Together:
    """The types of workloads as those of one, whose payload is any of theirs."""
    first, members = dict[str, int](), list[tuple[str, str]]()
    for workload in workloads:
        first[workload.name] = len(members)
        members += _members(workload)
    with tempfile.TemporaryDirectory() as folder:
        proto = Path(folder, f"{NAME}.proto")
        proto.write_text(_proto([workload.proto for workload in workloads], members), encoding="utf-8")
        roots = (proto.parent, *(workload.folder for workload in workloads))
        return Together(compile_schema(NAME, proto, "Together", "one", roots=roots), first)


def _members(workload: Workload) -> Iterator[tuple[str, str]]:
    """The name and the type of each of its payload types, in order."""
    schema = compile_workload(workload).schema
    full_names = {message.name: message.full_name for message in schema.messages}
    for one in schema.payload_types:
        yield f"{workload.name}_{one.member or 'root'}".replace("-", "_"), full_names[one.name]


def _proto(imports: Sequence[str], members: Sequence[tuple[str, str]]) -> str:
    lines = ['syntax = "proto3";', f"package {NAME};", *(f'import "{each}";' for each in imports)]
    lines += ["message Together { One one = 1; }", "message One { oneof kind {"]
    lines += [f".{type_} {name} = {number};" for number, (name, type_) in enumerate(members, start=1)]
    return "\n".join([*lines, "} }", ""])
