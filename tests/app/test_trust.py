"""Code of others runs when the user trusts it, and not before: workloads' generators and sources, and runners."""

import shutil
from contextvars import copy_context
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import ROOT, Wirelab
from wirelab.app.trust import check_runner_trusted, give_trust
from wirelab.building.manifest import Stage
from wirelab.building.runners import load_runner
from wirelab.model.errors import UsageError

FAKE = ("--platform", "fake", "--codec", "steady")
STUDY = (
    'name = "mine"\nquestion = "?"\n'
    '[factors]\nworkload = ["./sums"]\nplatform = ["fake"]\ncodec = ["steady", "slower-5"]\n[measure]\nrounds = 1\n'
    '[[claim]]\nid = "slower"\nkind = "relation"\nplace = "1"\nwords = "It is slower."\n'
    'of = { codec = "slower-5" }\nto = { codec = "steady" }\nleast = 1\n'
)
WORKLOAD_COMMANDS = {
    "run": ("run", "--workload", "./sums", "--rounds", "1", *FAKE),
    "study": ("run", "mine.toml"),
    "interop": ("interop", "./sums", *FAKE),
    "sizes": ("sizes", "./sums", *FAKE),
    "check": ("workload", "check", "./sums", *FAKE),
    "replicate": ("replicate", "mine.toml", "--method", "sound", "--budget", "1s"),
}
RAN = "print('it ran')\n"


@pytest.fixture
def sums(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workload of others, whose generator says that it runs, and a cache in which nothing is trusted yet."""
    monkeypatch.setenv("WIRELAB_CACHE", str(tmp_path / "cache"))
    shutil.copytree(ROOT / "tests" / "workloads" / "sums", tmp_path / "sums")
    with (tmp_path / "sums" / "generate.py").open("a") as file:
        file.write(RAN)
    (tmp_path / "mine.toml").write_text(STUDY)
    return tmp_path / "sums"


@pytest.mark.long
@pytest.mark.parametrize("words", WORKLOAD_COMMANDS.values(), ids=WORKLOAD_COMMANDS)
def test_every_command_refuses_a_generator_of_others(wirelab: Wirelab, sums: Path, words: tuple[str, ...]) -> None:
    refused = wirelab(*words)
    assert refused.returncode == 2, refused.stderr
    assert "workload sums: it is not Wirelab's, and its code would run with your rights" in refused.stderr
    assert "type the command again with --trust" in refused.stderr
    assert "it ran" not in refused.stderr


@pytest.mark.long
def test_trust_is_remembered_until_a_file_changes(wirelab: Wirelab, sums: Path) -> None:
    words = WORKLOAD_COMMANDS["sizes"]
    trusted = wirelab(*words, "--trust", "--json")
    assert trusted.returncode == 0, trusted.stderr
    assert "it ran" in trusted.stderr
    checked = wirelab(*WORKLOAD_COMMANDS["check"])
    assert checked.returncode == 0, checked.stderr
    assert (sums / "digests.toml").exists()
    assert wirelab(*words).returncode == 0, "the lab's own files in the folder change nothing"
    (sums / "more.py").write_text("")
    assert wirelab(*words).returncode == 2
    (sums / "more.py").unlink()
    assert wirelab(*words).returncode == 0
    shutil.copytree(sums, sums.parent / "elsewhere" / "sums")
    assert wirelab("sizes", "./elsewhere/sums", *FAKE).returncode == 0, "the same code at another place"


@pytest.mark.long
def test_changes_of_a_schema_with_generators_of_others_are_refused(wirelab: Wirelab, sums: Path) -> None:
    shutil.copytree(ROOT / "evolution", sums.parent / "mine")
    refused = wirelab("evolve", "mine", *FAKE)
    assert refused.returncode == 2, refused.stderr
    assert "workload old: it is not Wirelab's" in refused.stderr


@pytest.mark.long
def test_a_generator_of_others_runs_apart_and_its_faults_come_back(wirelab: Wirelab, sums: Path) -> None:
    generator = sums / "generate.py"
    sound = generator.read_text()
    failures = {
        "import os\nos._exit(7)\n": "its generator ended early\n  its process ended with status 7",
        "raise ValueError('odd')\n": "its generate.py failed\n  generate.py:1: ValueError: odd",
        "import sys\nsys.exit('enough')\n": "its generate.py failed\n  generate.py: it ends the program (exit enough)",
    }
    for text, said in failures.items():
        generator.write_text(text + sound)
        ended = wirelab(*WORKLOAD_COMMANDS["sizes"], "--trust")
        assert ended.returncode == 3, ended.stderr
        assert said in ended.stderr


@pytest.mark.long
def test_data_of_ones_own_is_no_code_unless_sources_come_with_it(wirelab: Wirelab, sums: Path) -> None:
    (sums.parent / "orders.jsonl").write_text('{"a": 1}\n{"a": 2}\n')
    assert wirelab("sizes", "--data", "orders.jsonl", *FAKE).returncode == 0
    assert wirelab("workload", "add", "--data", "orders.jsonl").returncode == 0
    assert wirelab("sizes", "./orders", *FAKE).returncode == 0
    brought = sums.parent / "orders" / "sources" / "fake"
    brought.mkdir(parents=True)
    (brought / "code.py").write_text("")
    assert "workload orders: it is not Wirelab's" in wirelab("sizes", "./orders", *FAKE).stderr


def test_a_runner_of_others_is_refused_and_what_it_is_based_on_counts(wirelab: Wirelab, sums: Path) -> None:
    shutil.copytree(ROOT / "runners" / "fake", sums.parent / "fake")
    words = ("check-runner", "./fake", "--platform", "fake-protocol-3")
    refused = wirelab(*words)
    assert refused.returncode == 2, refused.stderr
    assert "runner fake: it is not Wirelab's" in refused.stderr
    assert not (sums.parent / "cache" / "builds").exists()
    assert wirelab(*words, "--trust").returncode == 5, "it breaks the protocol"
    assert wirelab(*words).returncode == 5
    base = sums.parent / "base.toml"
    base.write_text("[arguments]\nmore = []\n")
    manifest = sums.parent / "fake" / "runner.toml"
    manifest.write_text(f'base = "../base.toml"\n{manifest.read_text()}')
    assert wirelab(*words, "--trust").returncode == 5
    base.write_text("[arguments]\nmore = ['--evil']\n")
    assert wirelab(*words).returncode == 2


@pytest.mark.parametrize("stage", ["prepare", "link"])
def test_what_a_stage_of_a_platform_takes_from_elsewhere_counts(tmp_path: Path, stage: str) -> None:
    folder, linked = tmp_path / "fake", tmp_path / "more" / "linked.sh"
    shutil.copytree(ROOT / "runners" / "fake", folder)
    linked.parent.mkdir()
    linked.write_text("echo one")
    runner = load_runner(folder)
    platform = runner.manifest.platforms[0].model_copy(update={stage: Stage(inputs=("../more/linked.sh",))})
    runner = replace(runner, manifest=runner.manifest.model_copy(update={"platforms": (platform,)}))

    def check() -> None:
        check_runner_trusted(runner, tmp_path / "cache")

    with pytest.raises(UsageError):
        check()
    context = copy_context()
    context.run(give_trust)
    context.run(check)
    check()
    linked.write_text("echo two")
    with pytest.raises(UsageError):
        check()
