"""`python -m tests.kill`: commands are killed at random moments, and the state afterwards is checked.

    python -m tests.kill --minutes 60                    all families in turn
    python -m tests.kill --kills 100 --family export     one of them
    python -m tests.kill --seed 5 --from 1234            again the kill that a line of the log names

After each kill: the command's processes have ended, files are whole or absent, the lab opens and has every recorded
process. After the next command, which comes to its end: all its files are there, and nothing temporary.
"""

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path

from tests.kill.commands import Commands, Ended, Manner, visit
from tests.kill.families import FAMILIES, Family, made_once
from tests.kill.whole import check_whole
from wirelab.store.lab import Lab

_LONG_AGO_S = 3600.0


class Bench:
    """Where commands are killed: a folder for each family, the cache and the folder of temporary files."""

    def __init__(self, base: Path) -> None:
        self._base, self._cache, self._temporary = base, base / "cache", base / "temporary"
        for folder in (self._cache, self._temporary, base / "shared", base / "logs"):
            folder.mkdir()
        environment = {**os.environ, "WIRELAB_CACHE": str(self._cache), "TMPDIR": str(self._temporary)}
        self._commands = Commands(environment, base / "logs")
        made_once(base / "shared", lambda words, folder: self._to_its_end(words, folder, (0,)))
        self._seconds: dict[str, float] = {}

    def kill(self, family: Family, draw: random.Random) -> tuple[bool, str]:
        """Kill a command of the family once.

        Returns:
            Whether it was killed before it ended, and the fault found afterwards, or an empty text.
        """
        moment, manner = draw.random(), draw.choice(list(Manner))
        folder = self._folder(family)
        after_s = moment * 0.95 * self._duration_s(family)
        if family.resumes and not (folder / family.lab).exists():
            self._commands.run(("run", "scripted.toml", "--seed", "7"), folder, after_s + 1.0)
        ended = self._commands.run(family.words, folder, after_s, manner)
        try:
            self._check_killed(family, folder, ended)
            self._age()
            self._check_next(family, folder, ended)
        except Exception as wrong:  # whatever it is: such faults are looked for
            return ended.status < 0, f"{manner}, after {after_s:.3f} s: {type(wrong).__name__}: {wrong}"
        return ended.status < 0, ""

    def _folder(self, family: Family) -> Path:
        folder = self._base / "work" / family.name.replace(" ", "-")
        if not family.resumes or not folder.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            family.prepare(folder, self._base / "shared")
        if family.fresh_cache:
            shutil.rmtree(self._cache, ignore_errors=True)
            self._cache.mkdir()
        return folder

    def _duration_s(self, family: Family) -> float:
        """How long the command takes when it is not killed; for a run that has no end, the time of some rounds."""
        if family.resumes:
            return 3.0
        if family.name not in self._seconds:
            self._seconds[family.name] = self._to_its_end(family.words, self._folder(family), family.statuses).seconds
            self._folder(family)
        return self._seconds[family.name]

    def _to_its_end(self, words: tuple[str, ...], folder: Path, statuses: tuple[int, ...]) -> Ended:
        ended = self._commands.run(words, folder, None)
        assert ended.status in statuses, f"`{' '.join(words)}` ended with {ended.status}: {ended.said[-2000:]}"
        return ended

    def _check_killed(self, family: Family, folder: Path, ended: Ended) -> None:
        left = self._commands.left()
        assert not left, f"still running: {left}"
        for name in family.makes:
            if not name.endswith(".duckdb") and (folder / name).exists():
                check_whole(folder / name)
        _check_lab(family, folder, ended)

    def _check_next(self, family: Family, folder: Path, ended: Ended) -> None:
        words = family.next_words
        lab = folder / family.lab
        if "--resume" in words and not _unfinished(lab):
            words = ("report",) if lab.exists() and _finished(lab) else family.words
        is_made = not family.resumes or lab.exists()  # a command that only lists makes nothing
        self._to_its_end(words, folder, family.statuses)
        left = self._commands.left()
        assert not left, f"running after the next command: {left}"
        for name in family.makes if is_made else ():
            assert (folder / name).exists(), f"{name} is not there after `{' '.join(words)}`"
            if not name.endswith(".duckdb"):
                check_whole(folder / name)
        _check_lab(family, folder, ended)
        temporary = [*self._temporary.iterdir(), *_hidden(folder), *_hidden(self._cache)]
        for each in temporary:  # so that it is not seen again after the next kill
            shutil.rmtree(each, ignore_errors=True) if each.is_dir() else each.unlink(missing_ok=True)
        assert not temporary, f"left: {[str(each.relative_to(self._base)) for each in temporary]}"

    def _age(self) -> None:
        """Let an hour pass for the files that a killed command left: those younger than a minute may be somebody's."""
        then = time.time() - _LONG_AGO_S
        for folder in (self._temporary, self._base / "work", self._cache):
            for each in folder.rglob("*"):
                if each.name.startswith((".", "wirelab-", "tmp")) and not each.is_symlink():
                    os.utime(each, (then, then))


def _hidden(folder: Path) -> list[Path]:
    """Temporary folders; only a lock may stay in a folder of the cache into which nobody writes again."""
    return [each for each in folder.rglob(".wirelab-*") if {one.name for one in each.iterdir()} != {".alive"}]


def _check_lab(family: Family, folder: Path, ended: Ended) -> None:
    """The lab opens; every recorded process is in it, none twice."""
    path = folder / family.lab
    if not family.lab or not path.exists():
        assert not ended.acknowledged, "the lab is gone"
        return
    with Lab.open(path, create=False) as lab:
        found = Counter(visit(run.id, planned) for run in lab.runs() for planned in lab.planned(run.id))
    lost = ended.acknowledged - found.keys()
    assert not lost, f"recorded and lost: {sorted(lost)}"
    assert all(times == 1 for times in found.values()), "a process is in the lab twice"


def _unfinished(path: Path) -> bool:
    if not path.exists():
        return False
    with Lab.open(path, create=False, read_only=True) as lab:
        return lab.unfinished_run() is not None


def _finished(path: Path) -> bool:
    with Lab.open(path, create=False, read_only=True) as lab:
        return bool(lab.runs())


def main() -> int:
    """Kill until the time or the number is up; the exit status is 1 if something was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.kill", description=__doc__)
    parser.add_argument("--minutes", type=float, help="stop after this time")
    parser.add_argument("--kills", type=int, help="stop after so many kills")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--from", type=int, default=0, dest="first", help="number of the first attempt")
    parser.add_argument("--family", action="append", choices=[family.name for family in FAMILIES])
    given = parser.parse_args()
    families = [family for family in FAMILIES if not given.family or family.name in given.family]
    until = time.monotonic() + 60 * given.minutes if given.minutes else float("inf")
    most = given.kills or (sys.maxsize if given.minutes else len(families))
    killed, attempts, wrongs = Counter[str](), Counter[str](), Counter[str]()
    seconds: defaultdict[str, float] = defaultdict(float)
    print(f"seed {given.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="wirelab-kill-", ignore_cleanup_errors=True) as base:
        bench = Bench(Path(base))
        at = given.first
        while killed.total() < most and time.monotonic() < until:
            family = families[at % len(families)]
            began = time.monotonic()
            was_killed, wrong = bench.kill(family, random.Random(f"{given.seed} {at}"))
            seconds[family.name] += time.monotonic() - began
            attempts[family.name] += 1
            killed[family.name] += was_killed
            if wrong:
                wrongs[family.name] += 1
                print(f"attempt {at}, {family.name}, {wrong}", flush=True)
            at += 1
    print(f"{'family':<26}{'attempts':>9}{'killed':>8}{'wrong':>7}{'seconds':>9}")
    for name in (each.name for each in families):
        print(f"{name:<26}{attempts[name]:>9}{killed[name]:>8}{wrongs[name]:>7}{seconds[name]:>9.0f}")
    print(f"{'all':<26}{attempts.total():>9}{killed.total():>8}{wrongs.total():>7}{sum(seconds.values()):>9.0f}")
    return 1 if wrongs else 0


if __name__ == "__main__":
    sys.exit(main())
