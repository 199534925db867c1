"""The studies' data, as the studies describe them."""

from itertools import chain
from pathlib import Path
from typing import Any

from wirelab.workload.definition import compile_workload, load_workload
from wirelab.workload.source import messages

ROOT = Path(__file__).parents[2] / "workloads"


def made(name: str, size: str) -> Any:
    workload = load_workload(ROOT / name)
    (message,) = messages(workload, size, "random", workload.source.seed)
    return message


def shape(name: str) -> dict[str, list[str]]:
    """Fields of each message, `number name type`, a question mark where presence is kept."""
    schema = compile_workload(load_workload(ROOT / name)).schema
    return {
        message.name: [
            f"{field.number} {field.name} "
            f"{field.type.logical or field.type.message or field.type.enum or field.type.scalar}"
            f"{'?' if field.cardinality in ('optional', 'oneof') and not field.type.message else ''}"
            for field in message.fields
        ]
        for message in schema.messages
    }


def test_one_object_in_twenty_five_is_a_school() -> None:
    assert shape("schools")["Pupil"] == [
        "1 id int32",
        "2 name string",
        "3 age int32",
        "4 email string",
        "5 grade double",
        "6 enrolled bool",
    ]
    schools = made("schools", "500").schools
    assert (len(schools), {len(school.students) for school in schools}) == (20, {24})
    assert {pupil.enrolled for school in schools for pupil in school.students} == {True, False}


def test_records_have_names_of_6_to_16_letters_and_numbers_of_both_signs() -> None:
    assert shape("records")["Record"] == ["1 name string", "2 number int32", "3 flag bool"]
    items = made("records", "1000").items
    assert {len(record.name) for record in items} == set(range(6, 17))
    assert min(record.number for record in items) < -(2**30) < 2**30 < max(record.number for record in items)
    assert 450 < sum(record.flag for record in items) < 550


def test_statuses_are_as_wide_as_the_service_sent_them() -> None:
    fields = shape("microblog")
    assert (len(fields["Update"]), len(fields["UserMessage"])) == (19, 38)
    assert [f for f in chain(*fields.values()) if not f.endswith("?")] == ["7 user UserMessage", "1 statuses Update"]
    assert {field for field in fields["Update"] if "BIG_INTEGER" in field} == {
        "12 in_reply_to_status_id BIG_INTEGER?",
        "16 id BIG_INTEGER?",
        "17 in_reply_to_user_id BIG_INTEGER?",
    }
    statuses = made("microblog", "200").statuses
    users = [status.user[0] for status in statuses]
    assert {len(status.user) for status in statuses} == {1}
    assert {status.HasField("in_reply_to_status_id") for status in statuses} == {True, False}
    assert {user.HasField("description") for user in users} == {True, False}
    assert any(len(status.id) > 8 for status in statuses)
    assert max(len(status.text) for status in statuses) <= 140
    assert any(ord(letter) > 0xFFFF for status in statuses for letter in status.text)


def test_statuses_as_sent_are_those_of_the_microblog_with_the_service_s_names() -> None:
    assert made("microblog-as-sent", "20").SerializeToString() == made("microblog", "20").SerializeToString()
    assert shape("microblog-as-sent") == shape("microblog")
    schema = compile_workload(load_workload(ROOT / "microblog-as-sent")).schema
    assert all(field.text_name == field.name for message in schema.messages for field in message.fields)


def test_the_site_keeps_every_kind_of_part() -> None:
    site = made("site", "64k")
    components = [component for page in site.pages for component in page.components]
    assert {component.data.WhichOneof("data") for component in components} == {"text", "button", "blog"}
    assert {component.HasField("position") for component in components} == {True, False}
    assert {entry.WhichOneof("entry_point") for entry in site.entry_points} == {"domain", "free"}
    assert [domain.primary for domain in site.domains] == [True, False]
    assert site.published
