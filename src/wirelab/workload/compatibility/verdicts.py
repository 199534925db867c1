"""The verdicts of checkers of schemas on a value, for each version and the next, in either direction. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from google.protobuf.descriptor import Descriptor

from wirelab.model.findings.evolution import Judged
from wirelab.workload.compatibility.changes import Policy
from wirelab.workload.compatibility.policies import Objections, buf_wire, buf_wire_json, registry

_OF_BUF = {"buf WIRE": buf_wire, "buf WIRE_JSON": buf_wire_json}


def verdicts(
    policies: Mapping[str, Policy], change: str, versions: Sequence[tuple[str | None, Descriptor]]
) -> Iterator[Judged]:
    """The verdicts of all policies on each version that writes and the one before or behind it that reads.

    Args:
        policies: by name.
        change: the name of the value.
        versions: the messages, the oldest first, each with the field that counts, or None: all do.
    """
    pairs = pairwise(range(len(versions)))
    for writer, reader in (way for one, other in pairs for way in ((one, other), (other, one))):
        for name, policy in policies.items():
            if policy.reader in ("either", "new" if writer < reader else "old"):
                said = sorted({f"{rule} ({path})" for rule, path in _objections(policy, versions, writer, reader)})
                yield from (Judged(name, each, change, writer, reader, tuple(said)) for each in policy.formats)


def _objections(
    policy: Policy, versions: Sequence[tuple[str | None, Descriptor]], writer: int, reader: int
) -> Objections:
    (field, own), (_, other) = versions[writer], versions[reader]
    if policy.checks in _OF_BUF:
        (field, old), (_, new) = versions[min(writer, reader)], versions[max(writer, reader)]
        yield from _OF_BUF[policy.checks](old, new, field)
        return
    yield from registry(own, other, field)
    if policy.reader == "either":
        yield from registry(other, own, field)
