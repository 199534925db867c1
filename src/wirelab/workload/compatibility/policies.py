"""The verdicts of checkers of schemas on versions of a message, by the checkers' documentation. Pure.

A checker compares descriptors, so it judges schemas of a user's own as it does those of changes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, EnumDescriptorProto

from wirelab.model.findings.evolution import Judged
from wirelab.schema.messages import is_map
from wirelab.workload.compatibility.changes import Policy
from wirelab.workload.compatibility.promises import TYPE_NAMES

Objections = Iterator[tuple[str, str]]
"""Rules that a checker reports as broken, each with the path of the field."""
_WIRE = (
    {"int32", "uint32", "int64", "uint64", "bool"}, {"sint32", "sint64"}, {"fixed32", "sfixed32"},
    {"fixed64", "sfixed64"},
)  # fmt: skip
_JSON = ({"int32", "uint32"}, {"int64", "uint64"}, {"fixed32", "sfixed32"}, {"fixed64", "sfixed64"})
_REGISTRY = (
    {"int32", "uint32", "int64", "uint64", "bool", "enum"}, {"sint32", "sint64"}, {"fixed32", "sfixed32"},
    {"fixed64", "sfixed64"}, {"string", "bytes"},
)  # fmt: skip


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
                said = sorted({f"{rule} ({path})" for rule, path in _of_policy(policy, versions, writer, reader)})
                yield from (Judged(name, each, change, writer, reader, tuple(said)) for each in policy.formats)


def _of_policy(
    policy: Policy, versions: Sequence[tuple[str | None, Descriptor]], writer: int, reader: int
) -> Objections:
    """The objections to a writer and a reader; buf compares the older version with the newer one, whoever reads."""
    of_reader = policy.checks == "registry"
    one, other = (writer, reader) if of_reader else sorted((writer, reader))
    (field, own), (_, theirs) = versions[one], versions[other]
    yield from objections(policy.checks, own, theirs, field)
    if of_reader and policy.reader == "either":
        yield from objections(policy.checks, theirs, own, field)


def objections(checks: str, one: Descriptor, other: Descriptor, name: str | None = None) -> Objections:
    """The rules of a checker (`Policy.checks`) that two versions of a message break, in one field or all.

    For buf, the first is the old version. For Confluent's registry, the first writes values and the other reads them.
    """
    return _Walk(_RULES[checks]).between(one, other, name)


class _Walk:
    """Each pair of messages once, whoever holds them; their fields by number."""

    def __init__(self, rules: "_Buf | _Registry") -> None:
        self._rules = rules
        self._seen: set[tuple[str, str]] = set()

    def between(self, one: Descriptor, other: Descriptor, name: str | None, path: str = "") -> Objections:
        """The broken rules of a field, or of all, and of the messages that these hold."""
        if (one.full_name, other.full_name) in self._seen:
            return
        self._seen.add((one.full_name, other.full_name))
        there = {each.number: each for each in _fields(other)}
        for own in _fields(one):
            if name in (None, own.name):
                broken = list(self._rules.broken(own, there.get(own.number), other))
                yield from ((rule, f"{path}{own.name}") for rule in broken)
                held = there[own.number].message_type if own.number in there else None
                if not broken and own.message_type is not None and held is not None:
                    yield from self.between(own.message_type, held, None, f"{path}{own.name}.")


@dataclass(frozen=True, slots=True)
class _Buf:
    """The rules of `buf breaking` on fields and enums."""

    json: bool

    def broken(self, own: FieldDescriptor, other: FieldDescriptor | None, new: Descriptor) -> Iterator[str]:
        """The rules that an old field and the new one of its number break, if the new message has one."""
        if other is None:
            yield from self._deleted(own, new)
            return
        if self.json and own.name != other.name:
            yield "FIELD_SAME_NAME"
        if _oneof(own) != _oneof(other):
            yield "FIELD_SAME_ONEOF"
        kind = "FIELD_WIRE_JSON_COMPATIBLE" if self.json else "FIELD_WIRE_COMPATIBLE"
        if own.is_repeated != other.is_repeated or (self.json and is_map(own) != is_map(other)):
            yield f"{kind}_CARDINALITY"
        elif not self._may_become(own, other):
            yield f"{kind}_TYPE"
        elif own.enum_type is not None and other.enum_type is not None:
            yield from self._values(own.enum_type, other.enum_type)

    def _deleted(self, own: FieldDescriptor, new: Descriptor) -> Iterator[str]:
        copied = DescriptorProto()
        new.CopyToProto(copied)
        if not any(each.start <= own.number < each.end for each in copied.reserved_range):
            yield "FIELD_NO_DELETE_UNLESS_NUMBER_RESERVED"
        if self.json and own.name not in copied.reserved_name:
            yield "FIELD_NO_DELETE_UNLESS_NAME_RESERVED"

    def _may_become(self, own: FieldDescriptor, other: FieldDescriptor) -> bool:
        if own.message_type is not None and other.message_type is not None:
            return is_map(own) or own.message_type.full_name == other.message_type.full_name
        if own.enum_type is not None and other.enum_type is not None:
            before, after = _named(own.enum_type).items(), _named(other.enum_type).items()
            is_same = own.enum_type.full_name == other.enum_type.full_name
            return is_same or (own.enum_type.name == other.enum_type.name and before <= after)
        types = (TYPE_NAMES[own.type], TYPE_NAMES[other.type])
        if types == ("string", "bytes"):
            return not self.json
        return types[0] == types[1] or any({*types} <= group for group in (_JSON if self.json else _WIRE))

    def _values(self, old: EnumDescriptor, new: EnumDescriptor) -> Iterator[str]:
        names, numbers = _named(new), {*_named(new).values()}
        copied = EnumDescriptorProto()
        new.CopyToProto(copied)
        for name, number in _named(old).items():
            if number in numbers:
                if self.json and names.get(name) != number:  # it may have several names
                    yield "ENUM_VALUE_SAME_NAME"
                continue
            if not any(each.start <= number <= each.end for each in copied.reserved_range):
                yield "ENUM_VALUE_NO_DELETE_UNLESS_NUMBER_RESERVED"
            if self.json and name not in copied.reserved_name:
                yield "ENUM_VALUE_NO_DELETE_UNLESS_NAME_RESERVED"


@dataclass(frozen=True, slots=True)
class _Registry:
    """Differences of a reader's schema that Confluent's registry does not allow."""

    def broken(self, own: FieldDescriptor, other: FieldDescriptor | None, reader: Descriptor) -> Iterator[str]:
        """The rules that a writer's field and the reader's of its number break, if the reader's message has one."""
        if other is None:
            if _oneof(own):
                yield "ONEOF_FIELD_REMOVED"
            return
        yield from self._moved(own, other, reader)
        types = {TYPE_NAMES[own.type], TYPE_NAMES[other.type]}
        if _kind(own) != _kind(other):
            yield "FIELD_KIND_CHANGED"
        elif own.message_type is not None and other.message_type is not None:
            if not is_map(own) and own.message_type.full_name != other.message_type.full_name:
                yield "FIELD_NAMED_TYPE_CHANGED"
        elif len(types) > 1 and not any(types <= group for group in _REGISTRY):
            yield "FIELD_SCALAR_KIND_CHANGED"
        elif own.is_repeated != other.is_repeated and not types & {"string", "bytes"}:
            yield "FIELD_NUMERIC_LABEL_CHANGED"

    def _moved(self, own: FieldDescriptor, other: FieldDescriptor, reader: Descriptor) -> Iterator[str]:
        """Into a union, with another that was in none."""
        union, writer = _oneof(other), cast("Descriptor", own.containing_type)
        if _oneof(own) or not union:
            return
        if union in writer.oneofs_by_name:
            yield "FIELD_MOVED_TO_EXISTING_ONEOF"
        before = {each.number for each in _fields(writer) if not _oneof(each)}
        if sum(each.number in before for each in _fields(reader) if _oneof(each) == union) > 1:
            yield "MULTIPLE_FIELDS_MOVED_TO_ONEOF"


def _kind(field: FieldDescriptor) -> str:
    if is_map(field):
        return "map"
    return "message" if field.message_type is not None else "scalar"


def _fields(message: Descriptor) -> Sequence[FieldDescriptor]:
    return message.fields


def _oneof(field: FieldDescriptor) -> str:
    """The union that it is a member of; the one that makes a field optional in proto3 does not count."""
    union = field.containing_oneof
    return "" if union is None or union.name == f"_{field.name}" else str(union.name)


def _named(enum: EnumDescriptor) -> Mapping[str, int]:
    return {each.name: each.number for each in enum.values}


_RULES: Mapping[str, _Buf | _Registry] = {
    "buf WIRE": _Buf(json=False),
    "buf WIRE_JSON": _Buf(json=True),
    "registry": _Registry(),
}
