"""Avro's data files: each record is a case, in the schema of its file, as an equal one of ours if there is one."""

import bz2
import io
import json
import lzma
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from zstandard import ZstdDecompressor

from wirelab.files.marks import is_avro
from wirelab.model.findings.vectors import Says
from wirelab.model.visible import shortened
from wirelab.workload.vectors.case import Files, Unheld, Vector

FORMAT = "Avro binary"
ROOT, PAYLOAD = "vectors.Entry", "kind"
_SCALARS = {
    "string": ("string", "ab"),
    "bytes": ("bytes", b"ab"),
    "int": ("int32", 7),
    "long": ("int64", 7),
    "float": ("float", 1.5),
    "double": ("double", 1.5),
    "boolean": ("bool", True),
}
"""Each type in protobuf, and an example."""
_SYNC_BYTES = 16
_MOST_BYTES = 64 << 20  # of a block, unpacked; of a larger one the end is missing
_UNPACK: Mapping[str, Callable[[bytes], bytes]] = {
    "null": bytes,
    "deflate": lambda data: zlib.decompressobj(-15).decompress(data, _MOST_BYTES),
    "bzip2": lambda data: bz2.BZ2Decompressor().decompress(data, _MOST_BYTES),
    "xz": lambda data: lzma.LZMADecompressor().decompress(data, _MOST_BYTES),
    "zstandard": lambda data: ZstdDecompressor().stream_reader(data).read(_MOST_BYTES),
}


@dataclass(slots=True)
class Records:
    """The schemas of data files as protobuf's: a message for each, which is a member of the payload.

    Attributes:
        examples: by member, the record's name, a value, and that as Avro has it.
    """

    examples: dict[str, tuple[str, Mapping[str, Any], bytes]] = field(default_factory=dict)
    _members: dict[str, str | Unheld] = field(default_factory=dict)
    _messages: list[str] = field(default_factory=list)
    _named: dict[str, str] = field(default_factory=dict)

    @property
    def proto(self) -> str:
        """All of them as one file."""
        head = 'syntax = "proto3";\n\npackage vectors;\n'
        members = [f"    {_message_of(member)} {member} = {at};" for at, member in enumerate(self.examples, 1)]
        kind = "\n".join(("message Chosen {", "  oneof kind {", *members, "  }", "}"))
        return "\n\n".join((head, "message Entry {\n  Chosen kind = 1;\n}", kind, *self._messages)) + "\n"

    def member_of(self, schema: Any) -> str | Unheld:
        """The payload's member for a schema, or why there is none."""
        key = json.dumps(schema, sort_keys=True)
        if key not in self._members:
            self._members[key] = self._added(schema)
        return self._members[key]

    def _added(self, schema: Any) -> str | Unheld:
        import fastavro

        if not isinstance(schema, dict) or schema.get("type") != "record":
            return Unheld("its root is no record")
        before, self._named = list(self._messages), {}
        member = f"record_{len(self._messages) + 1}"
        try:
            self._message(schema)
            value = self._example(schema)
        except _UnsaidError as error:
            self._messages = before
            return Unheld(str(error))
        out = io.BytesIO()
        fastavro.schemaless_writer(out, schema, value)
        self.examples[member] = (schema["name"], value, out.getvalue())
        return member

    def _message(self, schema: Mapping[str, Any]) -> str:
        """The message of a record; records within it follow."""
        place = len(self._messages)
        name = _message_of(f"record_{place + 1}")
        self._named[schema["name"]] = name
        self._messages.append("")
        fields = [
            f"  {self._declared(each['type'])} {each['name']} = {at};" for at, each in enumerate(schema["fields"], 1)
        ]
        self._messages[place] = "\n".join((f"message {name} {{", *fields, "}"))
        return name

    def _declared(self, schema: Any) -> str:
        match schema:
            case {"type": "array", "items": items}:
                return f"repeated {self._element(items)}"
            case {"type": "map", "values": values}:
                return f"map<string, {self._element(values)}>"
            case ["null", other]:
                element = self._element(other)
                return element if element in self._named.values() else f"optional {element}"
            case _:
                return _scalar(schema)

    def _element(self, schema: Any) -> str:
        if self._is_named(schema):
            return self._named[schema]
        if isinstance(schema, dict) and schema.get("type") == "record":
            return self._message(schema)
        return _scalar(schema)

    def _example(self, schema: Any) -> Any:
        """A value with something in each place; lists and maps of records that have come before are empty."""
        match schema:
            case {"type": "record", "fields": fields}:
                return {each["name"]: self._example(each["type"]) for each in fields}
            case {"type": "array", "items": items}:
                return [] if self._is_named(items) else [self._example(items)]
            case {"type": "map", "values": values}:
                return {} if self._is_named(values) else {"a": self._example(values)}
            case ["null", other]:
                return None if self._is_named(other) else self._example(other)
            case _:
                return _SCALARS[_type(schema)][1]

    def _is_named(self, schema: Any) -> bool:
        """Whether it is only the name of a record, which is written out elsewhere."""
        return isinstance(schema, str) and schema in self._named


def avro_cases(files: Files, records: Records) -> Iterator[Vector]:
    """The cases of data files, whose schemas come into `records`."""
    import fastavro

    for name, content in files.items():
        if not is_avro(content):
            continue
        suite = name.removesuffix(".avro")
        stream = io.BytesIO(content)
        header: Any = fastavro.schemaless_reader(stream, HEADER)
        schema = _parsed(header["meta"]["avro.schema"])
        packed = header["meta"].get("avro.codec", b"null").decode()
        member = records.member_of(_bare(schema))
        if packed not in _UNPACK:
            why = Unheld(f"the lab does not unpack {packed}")
            yield Vector(suite, "all records", FORMAT, b"", Says.VALID, why)
            continue
        at = 0
        for block in _blocks(stream):
            records_of = io.BytesIO(_UNPACK[packed](block))
            while (start := records_of.tell()) < len(records_of.getbuffer()):
                value = fastavro.schemaless_reader(records_of, schema)
                if records_of.tell() == start:
                    raise ValueError("a block of a data file of Avro has bytes, and its records have none")
                data = records_of.getvalue()[start : records_of.tell()]
                held, kind = (value, member) if isinstance(member, str) else (member, "")
                yield Vector(suite, f"record {at}", FORMAT, data, Says.VALID, held, kind)
                at += 1


HEADER = {
    "type": "record",
    "name": "org.apache.avro.file.Header",
    "fields": [
        {"name": "magic", "type": {"type": "fixed", "name": "magic", "size": 4}},
        {"name": "meta", "type": {"type": "map", "values": "bytes"}},
        {"name": "sync", "type": {"type": "fixed", "name": "sync", "size": _SYNC_BYTES}},
    ],
}


def _blocks(stream: io.BytesIO) -> Iterator[bytes]:
    """The bytes of each block, packed."""
    import fastavro

    end = len(stream.getbuffer())
    while stream.tell() < end:
        fastavro.schemaless_reader(stream, "long")  # the number of its records
        size = fastavro.schemaless_reader(stream, "long")
        if not isinstance(size, int) or not 0 <= size <= end - stream.tell() - _SYNC_BYTES:
            raise ValueError("a data file of Avro ends within a block")
        yield stream.read(size)
        stream.read(_SYNC_BYTES)


def _parsed(text: bytes) -> Any:
    import fastavro

    try:
        return fastavro.parse_schema(json.loads(text))
    except fastavro.schema.SchemaParseException as error:
        raise ValueError(f"a data file of Avro has an invalid schema: {error}") from None


class _UnsaidError(Exception):
    """No schema of ours has a type of Avro's; says which."""


def _bare(schema: Any) -> Any:
    """A schema without fastavro's additions."""
    match schema:
        case dict():
            return {key: _bare(each) for key, each in schema.items() if not key.startswith("__")}
        case list():
            return [_bare(each) for each in schema]
        case _:
            return schema


def _type(schema: Any) -> Any:
    return schema["type"] if isinstance(schema, dict) and "logicalType" not in schema else schema


def _scalar(schema: Any) -> str:
    """The type in protobuf; an `_UnsaidError` if there is none."""
    type_ = _type(schema)
    if not isinstance(type_, str) or type_ not in _SCALARS:
        raise _UnsaidError(f"none of our schemas can express this Avro schema: {shortened(json.dumps(schema))}")
    return _SCALARS[type_][0]


def _message_of(member: str) -> str:
    """The name of a member's message: `Record1` of `record_1`."""
    return member.replace("_", "").capitalize()
