"""The parts of a workload's .proto files that runners see."""

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet, FileOptions

from tests.conftest import ROOT
from wirelab.model.errors import DefinitionError
from wirelab.schema.compile import compile_schema
from wirelab.schema.descriptors import files_to_compile, package_of, with_distinct_fields, with_file_options

TORTURE = ROOT / "protocol" / "v2" / "workloads" / "torture" / "torture.proto"


@pytest.fixture(scope="module")
def torture():
    return compile_schema("torture", TORTURE)


def files(descriptor_set):
    return {file.name: file for file in FileDescriptorSet.FromString(descriptor_set).file}


def test_our_options_are_gone(torture):
    seen = files(torture.descriptor_set)
    assert set(seen) == {"google/protobuf/timestamp.proto", "torture_parts.proto", "torture.proto"}
    assert list(seen["torture.proto"].dependency) == ["google/protobuf/timestamp.proto", "torture_parts.proto"]
    assert b"wirelab" not in torture.descriptor_set
    uuid = next(one for one in seen["torture.proto"].message_type if one.name == "LogicalImplicit").field[0]
    assert uuid.options.ByteSize() == 0


def test_alias_option_stays_and_positions_go(torture):
    main = files(torture.descriptor_set)["torture.proto"]
    assert next(one for one in main.enum_type if one.name == "Grade").options.allow_alias
    assert not main.HasField("source_code_info")


def test_public_imports_are_renumbered(tmp_path):
    (tmp_path / "a.proto").write_text('syntax = "proto3"; message A {}')
    (tmp_path / "b.proto").write_text(
        'syntax = "proto3"; import "wirelab/options.proto"; import public "a.proto";\n'
        "message B { A a = 1; bytes id = 2 [(wirelab.logical) = UUID]; }"
    )
    main = files(compile_schema("b", tmp_path / "b.proto", "B").descriptor_set)["b.proto"]
    assert list(main.dependency) == ["a.proto"]
    assert list(main.public_dependency) == [0]


def test_files_to_compile(torture):
    assert files_to_compile(torture.descriptor_set) == ("torture_parts.proto", "torture.proto")
    assert torture.schema.files == ("torture_parts.proto", "torture.proto")


def test_file_options_on_what_is_compiled_alone(torture):
    plain = files(torture.descriptor_set)
    options = {"java_package": "lab.{package}", "java_multiple_files": True, "optimize_for": "CODE_SIZE"}
    made = files(with_file_options(torture.descriptor_set, options))
    assert made["torture.proto"].options.java_package == "lab.torture"
    assert made["torture_parts.proto"].options.java_package == "lab.torture.parts"
    assert made["torture.proto"].options.java_multiple_files
    assert made["torture.proto"].options.optimize_for == FileOptions.CODE_SIZE
    assert made["google/protobuf/timestamp.proto"] == plain["google/protobuf/timestamp.proto"]


def test_fields_that_generators_would_call_the_same_have_their_numbers(torture):
    told_apart = files(with_distinct_fields(torture.descriptor_set))["torture.proto"]
    awkward = next(one for one in told_apart.message_type if one.name == "Awkward")
    names = {field.number: field.name for field in awkward.field}
    assert (names[1], names[2]) == ("FooBar1", "FooBar2")
    before = next(one for one in files(torture.descriptor_set)["torture.proto"].message_type if one.name == "Awkward")
    assert all(names[field.number] == field.name for field in before.field if field.number > 2)


def test_no_options_change_nothing(torture):
    assert with_file_options(torture.descriptor_set, {}) == torture.descriptor_set


@pytest.mark.parametrize(
    ("package", "file", "expected"),
    [("a.b", "c.proto", "a.b"), ("", "school.proto", "school"), ("", "x/my-data.v1.proto", "my_data_v1")],
)
def test_package_of(package, file, expected):
    assert package_of(package, file) == expected


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"java_pakage": "x"}, "did you mean 'java_package'"),
        ({"java_package": True}, "True has the wrong type"),
        ({"java_multiple_files": "yes"}, "'yes' has the wrong type"),
        ({"optimize_for": "SPED"}, "'SPED' has the wrong type"),
        ({"uninterpreted_option": "x"}, "no such file option"),
        ({"features": "x"}, "no such file option"),
    ],
)
def test_wrong_options(torture, options, says):
    with pytest.raises(DefinitionError) as caught:
        with_file_options(torture.descriptor_set, options)
    assert says in f"{caught.value} {caught.value.remedy}"
