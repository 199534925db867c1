"""docs/writing-a-study.md has every setting of a study's tables, with its default."""

import re

import pytest
from pydantic import BaseModel

from tests.conftest import ROOT
from wirelab.study.definition import Analysis, Measure

PAGE = (ROOT / "docs" / "writing-a-study.md").read_text(encoding="utf-8")
IN_WORDS = {"timed_sizes", "early", "budget_s", "looks"}


def documented(table: str) -> dict[str, str]:
    """The default of each setting, as the page has it."""
    _, _, rest = PAGE.partition(f"| `[{table}]` | Default |")
    found = dict[str, str]()
    for line in rest.partition("\n\n")[0].splitlines()[2:]:
        names, defaults, _ = (cell.strip() for cell in line.strip("|").split(" | ", 2))
        keys = re.findall(r"`(\w+)`", names)
        values = [word.strip().strip("`") for word in defaults.split(",")]
        found |= dict(zip(keys, values if len(keys) > 1 else [defaults.strip("`")], strict=True))
    return found


def written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)


@pytest.mark.parametrize(("table", "model"), [("measure", Measure), ("analysis", Analysis)])
def test_every_setting_is_documented_with_its_default(table: str, model: type[BaseModel]) -> None:
    fields = {name: field for name, field in model.model_fields.items() if name != "published"}
    found = documented(table)
    assert found.keys() == fields.keys()
    known = {name: value for name, value in found.items() if name not in IN_WORDS}
    assert known == {name: written(fields[name].default) for name in known}
