"""The extensions `replay` and `table` on the JVM: events to the site that they add up to, and events as rows."""

import contextlib
import io
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.runners.jvm.processes import Talk, copy, load, runner, types_of
from tests.site_events import UNDONE, UNFIT, ending, ending_unfit
from wirelab.protocol.messages import Encoded, Loaded, Replayed
from wirelab.schema.difference import first_difference
from wirelab.schema.messages import message_class, read_delimited, serialize, write_corpus
from wirelab.schema.objects import frames_of, take_apart

EVENTS, SIZES = "site-events", ("1k", "4k")
CODECS = tuple(runner("jvm-scala").manifest.codecs)

pytestmark = [pytest.mark.builds, pytest.mark.exhaustive, pytest.mark.timeout(1800)]


@pytest.fixture
def talk(start: Callable[[str, str], Talk]) -> Talk:
    """A process with the types of the events."""
    return start("jvm-scala", EVENTS)


def load_events(talk: Talk, events: list[Any], folder: Path) -> None:
    """Load events that no corpus has."""
    corpus = io.BytesIO()
    write_corpus(corpus, events)
    parts = dict(zip(("objects", "columns"), take_apart(corpus.getvalue(), types_of(EVENTS)), strict=True))
    for name, data in parts.items():
        assert data is not None
        (folder / name).write_bytes(data)
    request = {"type": "load", "copies": [str(folder / "objects")], "columns": [str(folder / "columns")]}
    assert talk.ask(request) == Loaded(objects=len(events))


def replayed(talk: Talk, file: Path) -> bytes:
    assert talk.ask({"type": "replay", "file": str(file)}) == Replayed()
    return file.read_bytes()


@pytest.mark.parametrize("size", SIZES)
def test_events_add_up_to_the_very_site_with_every_codec(talk: Talk, tmp_path: Path, size: str) -> None:
    site = copy("site", size).objects.read_bytes()
    assert isinstance(talk.ask(load(copy(EVENTS, size))), Loaded)
    for codec in CODECS:
        for compressor in (None, "gzip"):
            talk.open(codec, compressor)
            written = replayed(talk, tmp_path / "replayed")
            assert first_difference(site, written, types_of(EVENTS), replayed=True) is None


def test_what_is_undone_leaves_only_its_time(talk: Talk, tmp_path: Path) -> None:
    load_events(talk, ending(UNDONE), tmp_path)
    talk.open("boopickle")
    written = replayed(talk, tmp_path / "replayed")
    types = types_of("site")
    site_class: Any = message_class(types.descriptor_set, types.root)
    site, before = (
        site_class.FromString(frames_of(file)[0][1]) for file in (written, copy("site", "2k").objects.read_bytes())
    )
    assert site.date_updated == ending(UNDONE)[-1].timestamp
    site.date_updated = before.date_updated
    assert serialize(site) == serialize(before)


def test_a_call_gives_one_object_from_memory_and_from_a_table(talk: Talk, tmp_path: Path) -> None:
    events = copy(EVENTS, "1k")
    assert isinstance(talk.ask(load(events, events)), Loaded)
    for codec in CODECS:
        talk.open(codec)
        table = tmp_path / codec
        table.mkdir()
        for folders in ({}, {"table": str(table)}):
            assert talk.time("replay", calls=3, batches=2, **folders).sink == 6


def test_a_table_has_a_row_per_object(start: Callable[[str, str], Talk], talk: Talk, tmp_path: Path) -> None:
    events, types = copy(EVENTS, "1k"), types_of(EVENTS)
    read: Any = message_class(types.descriptor_set, types.root)
    roots = [read.FromString(each) for each in read_delimited(events.corpus.path.read_bytes())]
    for name, codec in (("jvm-scala", "boopickle"), ("jvm", "kryo5")):
        asked = talk if name == "jvm-scala" else start(name, EVENTS)
        assert isinstance(asked.ask(load(events, events)), Loaded)
        asked.open(codec)
        table, encoded = tmp_path / name, tmp_path / f"{name}.encoded"
        table.mkdir()
        assert isinstance(asked.ask({"type": "encode", "copy_index": 0, "file": str(encoded)}), Encoded)
        payloads = [payload for _, payload in frames_of(encoded.read_bytes())]
        expected = [
            (root.id, root.timestamp, number_of(root.event), payload)
            for root, payload in zip(roots, payloads, strict=True)
        ]
        in_memory = asked.time("serialize")
        assert asked.time("serialize", table=str(table)).sink == in_memory.sink
        assert asked.time("deserialize", table=str(table)).sink == 6 * len(roots)  # its input is written before
        select = "SELECT id, timestamp, event_type, event_digest FROM site_events ORDER BY rowid"
        files = list(table.glob("*-0"))
        assert files
        for file in files:
            with contextlib.closing(sqlite3.connect(file)) as database:
                assert list(database.execute(select)) == expected, file


def number_of(event: Any) -> int:
    """The number of the member that is set."""
    return int(event.DESCRIPTOR.fields_by_name[event.WhichOneof("event")].number)


@pytest.mark.parametrize(("kind", "fields", "says"), UNFIT)
def test_an_event_that_does_not_fit_is_named(
    talk: Talk, tmp_path: Path, kind: str, fields: dict[str, Any], says: str
) -> None:
    unfit = ending_unfit(kind, fields)
    load_events(talk, unfit, tmp_path)
    talk.open("boopickle")
    fault = talk.fault(type="replay", file=str(tmp_path / "replayed"))
    assert fault.startswith(f"runner: object {len(unfit) - 1}: it cannot be replayed: ")
    assert says in fault
    for number, folders in enumerate(({}, {"table": str(tmp_path)})):
        assert says in talk.fault(type="time", operation="replay", calls=1, batches=1, **folders), number


def test_a_workload_without_a_payload_has_neither(start: Callable[[str, str], Talk], tmp_path: Path) -> None:
    talk, school = start("jvm-scala", "school"), copy("school", "110")
    assert isinstance(talk.ask(load(school)), Loaded)
    talk.open("boopickle")
    time = {"type": "time", "calls": 1, "batches": 1}
    for asked in ({"operation": "replay"}, {"operation": "serialize", "table": str(tmp_path)}):
        assert talk.fault(**time, **asked)
    assert talk.time("serialize").sink > 0
