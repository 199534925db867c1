"""Avro by fastavro, over dictionaries."""

from collections.abc import Mapping
from io import BytesIO

from wirelab_runner.codec import Calls, Codec, Coders
from wirelab_runner.rendered import Types


def _open(types: Types, _: Mapping[str, str]) -> Coders:
    from json import loads

    from fastavro import parse_schema, schemaless_reader, schemaless_writer

    rendered = types.module("avro")

    def coder(payload: int) -> Calls:
        text, into, out_of = rendered.PAYLOADS[payload]
        schema = parse_schema(loads(text))

        def serialize(root: object) -> bytes:
            stream = BytesIO()
            schemaless_writer(stream, schema, into(root))
            return stream.getvalue()

        # A member of a union of several records comes back as a pair of its name and the dictionary.
        return Calls(
            serialize,
            lambda data: out_of(
                schemaless_reader(
                    BytesIO(data), schema, None, return_record_name=True, return_record_name_override=True
                )
            ),
        )

    return coder


CODEC = Codec(name="fastavro", package="fastavro==1.13.1", open=_open)
