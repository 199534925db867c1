"""The site, its events, and the event processor that takes one to the other."""

import csv
import runpy
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.site_events import EVENTS, UNDONE, UNFIT, ending, ending_unfit, events
from wirelab.schema.fill import fill
from wirelab.schema.messages import message_class, serialize
from wirelab.workload.definition import compile_workload, load_workload
from wirelab.workload.source import messages

SITE = load_workload(ROOT / "workloads" / "site")
PROCESSOR = runpy.run_path(str(EVENTS.folder / "replay.py"))


def published() -> list[dict[str, str]]:
    with (ROOT / "studies" / "published" / "site-scala.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [row for row in rows if row["metric"] == "size" and row["codec"] in ("protobuf", "thrift")]


def thrift_bytes(message: Any) -> int:
    """How large a struct is in Thrift's binary protocol with all its fields: 3 bytes before each, one at the end."""
    size = 1
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        if field.is_repeated:
            size += 3 + 5 + sum(thrift_value(field, each) for each in value)
        elif not field.message_type or message.HasField(field.name):
            size += 3 + thrift_value(field, value)
    return size


def thrift_value(field: Any, value: Any) -> int:
    if field.message_type:
        return thrift_bytes(value)
    if field.type in (field.TYPE_BYTES, field.TYPE_STRING):
        return 4 + len(value.encode() if isinstance(value, str) else value)
    if field.type == field.TYPE_BOOL:
        return 1
    return 4 if field.enum_type or field.type == field.TYPE_UINT32 else 8


def site_message(values: dict[str, Any]) -> Any:
    compiled = compile_workload(SITE)
    message = message_class(compiled.descriptor_set, compiled.root)()
    fill(message, values)
    return message


@pytest.mark.parametrize("size", SITE.sizes.values)
def test_events_rebuild_the_very_site(size: str) -> None:
    (site,) = messages(SITE, size, "random", SITE.source.seed)
    assert serialize(site_message(PROCESSOR["replay"](events(size)))) == serialize(site)


@pytest.mark.parametrize("row", published(), ids=lambda row: f"{row['codec']} {row['workload']} {row['size_class']}")
@pytest.mark.parametrize("seed", [SITE.source.seed, 1])
def test_sizes_are_those_of_the_study(row: dict[str, str], seed: int) -> None:
    """Within 3 %, of formats whose bytes follow from the schema; those that need a library: docs/published-sizes.md."""
    workload = SITE if row["workload"] == "site" else EVENTS
    made = list(messages(workload, row["size_class"], "random", seed))
    encoded = made if workload is SITE else [getattr(one.event, one.event.WhichOneof("event")) for one in made]
    size_of = {"protobuf": lambda message: len(serialize(message)), "thrift": thrift_bytes}[row["codec"]]
    assert sum(map(size_of, encoded)) == pytest.approx(int(row["value"]), rel=0.03)


def test_a_history_has_as_many_events_as_the_study_s() -> None:
    assert [len(events(size)) for size in SITE.sizes.values] == [14, 25, 49, 113, 1030]
    times = [event.timestamp for event in events("64k")]
    assert times == sorted(set(times))


def test_what_is_undone_leaves_the_time_alone() -> None:
    site = PROCESSOR["replay"](events("2k"))
    last = ending(UNDONE)[-1].timestamp
    assert PROCESSOR["replay"](ending(UNDONE)) == site | {"date_updated": last}


def test_every_kind_of_event_is_replayed_by_some_test() -> None:
    kinds = {event.event.WhichOneof("event") for event in (*events("64k"), *ending(UNDONE))}
    assert kinds == set(PROCESSOR["STEPS"])
    assert kinds == {field.name for field in compile_workload(EVENTS).schema.payload.union.fields}


@pytest.mark.parametrize(("kind", "fields", "fault"), UNFIT)
def test_an_event_that_does_not_fit_names_what_is_absent(kind: str, fields: dict[str, Any], fault: str) -> None:
    with pytest.raises(PROCESSOR["ReplayError"], match=fault):
        PROCESSOR["replay"](ending_unfit(kind, fields))


def test_the_site_comes_first() -> None:
    with pytest.raises(PROCESSOR["ReplayError"], match="site_revision_set before the site is created"):
        PROCESSOR["replay"](events("2k")[1:])
