"""Fixtures for several of the unit tests."""

import pytest

from wirelab.schema.compile import compile_schema


@pytest.fixture
def compiled(tmp_path):
    """Compile one file, with further ones beside it."""

    def compile_text(text, root=None, syntax='syntax = "proto3";\n', **beside):
        (tmp_path / "t.proto").write_text(syntax + text)
        for name, content in beside.items():
            (tmp_path / f"{name}.proto").write_text(content)
        return compile_schema("t", tmp_path / "t.proto", root)

    return compile_text
