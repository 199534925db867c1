"""Keys that a public hash function gives one number: the functions are written down here once more."""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from tests.conftest import ROOT
from wirelab.workload.compatibility.hostile import load_inputs

HOSTILE = ROOT / "hostile"
GROWING = load_inputs(HOSTILE).growing
ALL = (1 << 64) - 1


def generator(name: str) -> ModuleType:
    path = Path(HOSTILE / name / "generate.py")
    spec = importlib.util.spec_from_file_location(f"hostile_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def java_of_text(text: str) -> int:
    hashed = 0
    for letter in text:
        hashed = (hashed * 31 + ord(letter)) & 0xFFFFFFFF
    return hashed


def folded(number: int) -> int:
    """`Long.hashCode` in Java, `Int64.GetHashCode` in .NET."""
    return (number ^ number >> 32) & 0xFFFFFFFF


def v8(number: int) -> int:
    """`ComputeLongHash` in V8."""
    hashed = ((number << 18) + (~number & ALL)) & ALL
    hashed ^= hashed >> 31
    hashed = hashed * 21 & ALL
    hashed ^= hashed >> 11
    hashed = (hashed + (hashed << 6)) & ALL
    hashed ^= hashed >> 22
    return hashed & 0x3FFFFFFF


def objects(workload: str, variant: str) -> list[dict[str, Any]]:
    return list(generator(workload).generate("all", variant, Random(1)))


@pytest.mark.parametrize("workload", ["texts", "numbers"])
def test_there_are_as_many_as_the_tables_say(workload: str) -> None:
    counts = [count for each in GROWING if (each.workload, each.variant) == (workload, "keys") for count in each.counts]
    assert [len(each["entries"]) for each in objects(workload, "keys")] == counts


@pytest.mark.parametrize(
    ("workload", "made", "hashed"),
    [("texts", "java", java_of_text), ("numbers", "folded", folded), ("numbers", "v8", v8)],
)
def test_all_keys_have_one_hash(workload: str, made: str, hashed: Callable[[Any], int]) -> None:
    own = [each for each in GROWING if (each.workload, each.variant) == (workload, "keys")]
    found = iter(objects(workload, "keys"))
    series = {each.made: [next(found) for _ in each.counts] for each in own}
    assert [len({hashed(key) for key in each["entries"]}) for each in series[made]] == [1, 1, 1, 1]
    for each in series["any"]:
        assert len({hashed(key) for key in each["entries"]}) > 0.99 * len(each["entries"])


def test_numbers_are_of_64_bits() -> None:
    keys = [key for each in objects("numbers", "keys") for key in each["entries"]]
    assert 0 <= min(keys) <= max(keys) < 1 << 63


def test_digits_are_so_many() -> None:
    (table,) = [each for each in GROWING if each.variant == "digits"]
    for count, each in zip(table.counts[:3], objects("numbers", "digits"), strict=False):
        number = int.from_bytes(each["digits"], "big", signed=True)
        assert 10 ** (count - 1) <= number < 10**count
