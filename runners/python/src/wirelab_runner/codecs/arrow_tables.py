"""Arrow's stream of record batches and Parquet by pyarrow: a payload is a table, of its rows or of one."""

from collections.abc import Callable, Mapping
from typing import Any

from wirelab_runner.codec import Calls, Codec, Coders
from wirelab_runner.rendered import Kind, Types

Write = Callable[[Any], bytes]
Read = Callable[[bytes], Any]
_ROWS = Kind("rows")


def _coders(types: Types, write: Write, read: Read) -> Coders:
    import pyarrow as pa

    plain = types.module("plain_arrow")

    def coder(payload: int) -> Calls:
        ways, from_plain = plain.PAYLOADS[payload]
        to_plain, (row_type, key) = ways["omitted"], plain.ROWS[payload]
        schema: list[Any] = []  # of types that Arrow does not have, objects are refused when they come

        def serialize(root: object) -> bytes:
            if not schema:
                schema.append(pa.schema(list(row_type())))
            held = to_plain(root)
            rows = [held] if key is None else held[key]
            return write(pa.Table.from_pylist(rows, schema=schema[0]))

        def deserialize(data: bytes) -> Any:
            rows = read(data).to_pylist(maps_as_pydicts="strict")
            return from_plain((rows[0] if rows else {}) if key is None else {key: rows})

        return Calls(serialize, deserialize)

    return coder


def _open_stream(types: Types, parameters: Mapping[str, str]) -> Coders:
    import pyarrow as pa

    compression = parameters["compression"]
    options = pa.ipc.IpcWriteOptions(compression=None if compression == "none" else compression)

    def write(table: Any) -> bytes:
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, table.schema, options=options) as writer:
            writer.write_table(table)
        data: bytes = sink.getvalue().to_pybytes()
        return data

    def read(data: bytes) -> Any:
        with pa.ipc.open_stream(data) as reader:
            return reader.read_all()

    def checked(data: bytes) -> Any:
        table = read(data)
        table.validate(full=True)
        return table

    return _coders(types, write, read if parameters["validation"] == "none" else checked)


def _open_parquet(types: Types, parameters: Mapping[str, str]) -> Coders:
    import pyarrow as pa
    from pyarrow import parquet

    def write(table: Any) -> bytes:
        sink = pa.BufferOutputStream()
        parquet.write_table(table, sink, compression=parameters["compression"])
        data: bytes = sink.getvalue().to_pybytes()
        return data

    return _coders(types, write, lambda data: parquet.ParquetFile(pa.BufferReader(data)).read())


_PACKAGE = "pyarrow==26.0.1"
STREAM = Codec(name="arrow-ipc", package=_PACKAGE, open=_open_stream, kind_of=lambda _: _ROWS)
PARQUET = Codec(name="parquet-pyarrow", package=_PACKAGE, open=_open_parquet, kind_of=lambda _: _ROWS)
