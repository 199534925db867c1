"""Records of Avro files: whole ones, and some that were damaged on their way."""

import io
from decimal import Decimal

import fastavro
import pytest

from wirelab.files.avro import read_avro
from wirelab.model.errors import DefinitionError

MARK = b"between blocks, "
DAMAGES = [
    ("null", MARK, 16, 4),  # two records, where there is one
    ("deflate", MARK, 18, 0xFF),  # behind the numbers of records and of bytes
    ("bzip2", b"BZh", 0, 0xFF),
    ("xz", b"7zXZ", 0, 0xFF),
]


@pytest.mark.parametrize(("codec", "near", "behind", "byte"), DAMAGES)
def test_a_damaged_block_is_named(codec: str, near: bytes, behind: int, byte: int) -> None:
    schema = {"type": "record", "name": "R", "fields": [{"name": "x", "type": "double"}]}
    file = io.BytesIO()
    fastavro.writer(file, schema, [{"x": 0.5}], codec=codec, sync_marker=MARK)
    assert list(read_avro(io.BytesIO(file.getvalue()), "data x")) == ['{"x": 0.5}']
    damaged = bytearray(file.getvalue())
    damaged[damaged.index(near) + behind] = byte
    with pytest.raises(DefinitionError, match="data x: this Avro file cannot be read after record"):
        list(read_avro(io.BytesIO(damaged), "data x"))


def test_a_decimal_keeps_its_digits() -> None:
    """Who reads them says which of them a double loses."""
    price = {"type": "bytes", "logicalType": "decimal", "precision": 30, "scale": 3}
    schema = {"type": "record", "name": "R", "fields": [{"name": "x", "type": {"type": "map", "values": price}}]}
    file = io.BytesIO()
    fastavro.writer(file, schema, [{"x": {"a": Decimal("-12345678901234567890.120"), "b": Decimal("0.001")}}])
    (text,) = read_avro(io.BytesIO(file.getvalue()), "data x")
    assert text == '{"x": {"a": -12345678901234567890.120, "b": 0.001}}'
