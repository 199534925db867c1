"""Records of Avro files that were damaged on their way."""

import io

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
