"""The repository is held to its own rules."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.house import DRAWN, PAGE, drawing
from wirelab.app.platforms import runners
from wirelab.app.request import study_files
from wirelab.building.runners import list_runners
from wirelab.cli.main import COMMANDS
from wirelab.model.errors import ExitCode
from wirelab.workload.catalogue import Catalogue

# Codecs and workloads called by a common word, by their format, or as a library that the core uses itself.

COMMON_WORDS = {
    "avro",
    "browser",
    "fastavro",
    "flatbuffers",
    "json",
    "messages",
    "pickle",
    "steady",
    "mismatch",
    "hangs",
    "garbage",
    "python",
    "records",
    "refuses",
    "crashes",
    "lies",
    "same",
    "go",
    "yaml",
}
OURS = ("src", "tests", "runners", "workloads", "studies", "protocol", "docs", "benchmarks")


def tracked() -> Iterator[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    yield from (ROOT / name for name in listed.splitlines() if (ROOT / name).is_file())


def names_the_core_must_not_know() -> set[str]:
    homes = list_runners(ROOT / "runners")
    names = {name for home in homes for name in (home.name, *home.manifest.codecs)}
    names |= {platform.name for home in homes for platform in home.manifest.platforms}
    return (names | set(study_files()) | set(Catalogue(ROOT / "workloads").names)) - COMMON_WORDS


@pytest.mark.long
def test_the_core_names_no_codec_workload_runtime_or_study() -> None:
    pattern = re.compile(
        r"(?<![\w-])(" + "|".join(map(re.escape, sorted(names_the_core_must_not_know()))) + r")(?![\w-])"
    )
    found = []
    for path in (ROOT / "src").rglob("*.py"):
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            code = line.partition("#")[0]
            if (match := pattern.search(code)) and '"""' not in line and not is_prose(path, number):
                found.append(f"{path.relative_to(ROOT)}:{number}: {match[0]}")
    assert found == []


def is_prose(path: Path, number: int) -> bool:
    """Whether a line is in a docstring."""
    lines = path.read_text().splitlines()
    quotes = sum(line.count('"""') for line in lines[: number - 1])
    return quotes % 2 == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented(command: str) -> None:
    assert f"wirelab {command}" in (ROOT / "docs" / "commands.md").read_text()


@pytest.mark.parametrize("code", list(ExitCode))
def test_every_exit_code_is_documented(code: ExitCode) -> None:
    assert re.search(rf"\| {code.value} \|", (ROOT / "docs" / "commands.md").read_text())


def test_every_codec_platform_workload_and_study_is_documented() -> None:
    page = (ROOT / "docs" / "what-runs-where.md").read_text()
    names = {name for home in runners() for name in home.manifest.codecs}
    names |= {platform.name for home in runners() for platform in home.manifest.platforms}
    names |= set(study_files()) | set(Catalogue(ROOT / "workloads").names)
    assert sorted(name for name in names if f"`{name}`" not in page) == []


def test_the_picture_of_the_house_is_true() -> None:
    found = DRAWN.search(PAGE.read_text(encoding="utf-8"))
    assert found is not None
    assert found[0] == drawing(), "run: make architecture"


def test_no_room_is_crowded() -> None:
    crowded = {}
    for folder in {path.parent for path in (ROOT / "src").rglob("*.py")}:
        modules = len(list(folder.glob("*.py")))
        if modules > 16:
            crowded[folder.name] = modules
    assert crowded == {}


def test_the_readme_can_be_read_in_one_go() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) < 130


def test_the_lock_names_no_host_and_pins_every_dependency() -> None:
    for lock in [ROOT / "requirements.lock", *(ROOT / "runners").rglob("requirements.lock")]:
        text = lock.read_text()
        assert "://" not in text
        assert "==" in text
        for entry in re.findall(r"^\S+==.*(?:\n    .*)*", text, flags=re.MULTILINE):
            assert "--hash=sha256:" in entry
    for lock in (ROOT / "runners").rglob("crates.lock"):
        text = lock.read_text()
        assert "://" not in text
        _, *crates = text.split("[[package]]\n")
        assert [crate for crate in crates if "checksum = " not in crate and 'version = "0.0.0"' not in crate] == []
    pinned = (ROOT / "requirements.lock").read_text().lower()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for wanted in [*project["dependencies"], *project["optional-dependencies"]["dev"]]:
        name = re.split(r"[<>=!~]", wanted)[0].lower()
        assert f"{name}==" in pinned, name


def test_no_file_is_large_or_holds_a_path_of_a_machine() -> None:
    for path in tracked():
        kept_report = path.is_relative_to(ROOT / "docs" / "compatibility")  # a row for each codec and change
        assert path.stat().st_size < (1_000_000 if kept_report else 200_000), path
        if path.suffix not in {".png"} and path != Path(__file__):
            text = path.read_text(encoding="utf-8", errors="replace")
            assert not re.search(r"(?<![\w.-])/(work|root|farm)/", text), path


def test_folders_are_where_the_guide_says() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text()
    for folder in OURS:
        assert (ROOT / folder).is_dir()
        assert f"{folder}/" in guide


def test_links_between_documents_lead_somewhere() -> None:
    for page in (path for path in tracked() if path.suffix == ".md"):
        prose = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", prose):
            assert (page.parent / target).exists(), f"{page.relative_to(ROOT)}: {target}"


def test_every_page_for_readers_is_linked_from_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    assert sorted(page.name for page in (ROOT / "docs").glob("*.md") if f"docs/{page.name})" not in readme) == []


def test_the_glossary_is_alphabetical_and_has_each_word_once() -> None:
    words = re.findall(r"^\| ([^|]+?) \| ", (ROOT / "GLOSSARY.md").read_text(), flags=re.MULTILINE)
    words = [re.sub(r"\W", "", word.partition(",")[0]).lower() for word in words if word not in {"Word", "---"}]
    assert 50 < len(words) < 70
    assert words == sorted(set(words))


@pytest.mark.parametrize(
    ("modules", "slow"),
    [
        (
            "wirelab.cli, wirelab.cli.commands.labs.serve",
            {"fastapi", "uvicorn", "numpy", "scipy", "duckdb", "pydantic", "google", "jinja2", "vl_convert"},
        ),
        ("wirelab.schema.types, wirelab.schema.compile, wirelab.workload.corpus", {"jinja2", "numpy"}),
        (
            "wirelab.app.run.run, wirelab.app.lab.results, wirelab.app.replicate.replication",
            {"scipy.special", "vl_convert"},
        ),
    ],
)
def test_what_takes_long_to_load_is_loaded_when_it_is_needed(modules: str, slow: set[str]) -> None:
    program = f"import sys, {modules}\nprint(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    assert slow.isdisjoint(said.split())
