"""Wrong command lines, as tables: each is named with its part and a remedy, has its exit code, and changes no file."""

import shlex
from pathlib import Path

import pytest

from tests.wrong.conftest import Typed, contents, refuses

USAGE, DEFINITION, TOOLCHAIN, MEASUREMENT, LAB, HOST = 2, 3, 4, 5, 6, 7

NAMES = [
    ("rnu", USAGE, "command 'rnu' … did you mean 'run'"),
    ("Run", USAGE, "command 'Run' … did you mean 'run'"),
    ("--jsn", USAGE, "option --jsn"),
    ("run quik", USAGE, "study 'quik' … did you mean 'quick'"),
    ("run ''", USAGE, "there is no such study"),
    ("run quick.tml", USAGE, "study 'quick.tml'"),
    ("run quick extra", USAGE, "unexpected extra argument"),
    ("run --cdec steady", USAGE, "--cdec … --codec"),
    ("run --codec", USAGE, "--codec"),
    ("run --codec gsn", USAGE, "option --codec … there is no codec 'gsn' … 'gson'"),
    ("run --codec GSON", USAGE, "subject 'GSON' … in lower case"),
    ("run --codec ''", USAGE, "not a valid subject"),
    ("run --codec steady+", USAGE, "subject 'steady+'"),
    ("run --codec steady:", USAGE, "subject 'steady:'"),
    ("run --codec steady:a", USAGE, "subject 'steady:a'"),
    ("run --codec steady:a=1,a=2", USAGE, "a parameter is given twice"),
    ("run --codec steady+gzip+gzip", USAGE, "subject 'steady+gzip+gzip'"),
    ("run --codec 'steady steady'", USAGE, "not a valid subject"),
    ("run --codec orjson+gzi", USAGE, "there is no compressor 'gzi' … 'gzip'"),
    ("run --codec gsn --size 7 --platform jvn", USAGE, "it has 3 mistakes … --size: … --platform: … --codec:"),
    ("run --platform jvn", USAGE, "there is no platform 'jvn' … 'jvm'"),
    ("run --platform ''", USAGE, "platform"),
    ("run --codec orjson --platform jvm", USAGE, "none of its codecs runs on jvm … python"),
    ("run --workload scool", USAGE, "there is no workload 'scool' … 'school'"),
    ("run --size 111", USAGE, "there is no size '111' of workload school … 110, 1100, 11000"),
    ("run --workload site --size 1100", USAGE, "there is no size '1100' of workload site"),
    ("run --variant randm", USAGE, "there is no variant 'randm' … 'random'"),
    ("run --operation serialise", USAGE, "operation 'serialise' … did you mean 'serialize'"),
    ("run --sink disk", USAGE, "sink 'disk' … memory, file, table"),
    ("run --profile tunde", USAGE, "profile 'tunde' … did you mean 'tuned'"),
    ("run --resume --profile tuned", USAGE, "--resume"),
    ("sizes school --profile fast", USAGE, "profile 'fast' … default, tuned"),
    ("run --mode warm", USAGE, "mode 'warm' … steady"),
    ("sizes", USAGE, "give a workload, or your own data with --data"),
    ("sizes scool", USAGE, "workload 'scool' … did you mean 'school'"),
    ("sizes school --size 7", USAGE, "there is no size '7' of workload school … 110"),
    ("sizes school --codec gsn", USAGE, "there is no codec 'gsn'"),
    ("sizes school --variant x", USAGE, "there is no variant 'x'"),
    ("sizes school --platform x", USAGE, "there is no platform 'x'"),
    ("sizes school --json --markdown", USAGE, "cannot be combined"),
    ("replicate", USAGE, "name one study, or --all"),
    ("replicate school-formats --all", USAGE, "name one study, or --all"),
    ("replicate schol-formats", USAGE, "study 'schol-formats' … did you mean 'school-formats'"),
    ("replicate quick", USAGE, "study quick: it has no claims to replicate"),
    ("replicate school-formats --method good", USAGE, "'good' is not one of"),
    ("replicate school-formats --budget 3x", USAGE, "'3x' is not a length of time"),
    ("replicate school-formats --budget 0s", USAGE, "'0s' is not a length of time"),
    ("replicate --all --lab mine.duckdb", USAGE, "each study has a lab file of its own"),
    ("list codec", USAGE, "kind 'codec' … did you mean 'codecs'"),
    ("list codecs gsn", USAGE, "codec 'gsn' … 'gson'"),
    ("list studies quick", USAGE, "only codecs have more to show"),
    ("list all of it", USAGE, "kind 'all'"),
    ("report --run 9 --lab lab.duckdb", LAB, "run 9"),
    ("report --run x --lab lab.duckdb", USAGE, "'x' is not a valid integer"),
    ("report --per byte", USAGE, "'byte' is not one of"),
    ("report --format pdf", USAGE, "'pdf' is not one of"),
    ("export out --format xlsx", USAGE, "'xlsx' is not one of"),
    ("publish", USAGE, "--out"),
    ("publish folder --out new", USAGE, "folder folder: it has no lab file"),
    ("publish lab.duckdb --out diary.txt", USAGE, "folder diary.txt: this is a file"),
    ("publish lab.duckdb --out new --address formats.example", USAGE, "option --address … https://"),
    ("publish lab.duckdb --out new --title " + "x" * 201, USAGE, "option --title: it is longer than 200"),
    ("publish lab.duckdb --out new --author 'a\nb'", USAGE, "option --author"),
    ("check-runner", USAGE, "Missing argument 'RUNNER'"),
    ("check-runner nowhere", USAGE, "runner 'nowhere' … runner.toml"),
    ("check-runner folder", USAGE, "runner 'folder'"),
    ("check-runner fake --platform x", USAGE, "platform 'x' … fake"),
    ("crosscheck jvm", USAGE, "command 'crosscheck'"),
    ("run --platform fake-crashes-at-start --codec steady", TOOLCHAIN, "none of its platforms can run here … fake"),
    ("run --platform fake-protocol-3 --codec steady", TOOLCHAIN, "none of its platforms can run here … protocol"),
    (
        "run --platform fake --codec steady --sink table",
        MEASUREMENT,
        "none … can serialize or deserialize with sink table on fake, and there are no columns for a table in school",
    ),
    (
        "run --platform fake --codec steady --operation replay",
        MEASUREMENT,
        "none … can replay on fake, and there is nothing to replay in school",
    ),
    ("check-runner fake --codec stedy", USAGE, "codec 'stedy' … did you mean 'steady'"),
    ("check-runner fake --codec", USAGE, "--codec"),
    ("workload chek folder", USAGE, "No such command 'chek'"),
    ("workload check", USAGE, "Missing argument 'FOLDER'"),
    ("workload check scool", USAGE, "workload 'scool' … did you mean 'school'"),
    ("workload check ./none", USAGE, "workload './none' … there is no workload.toml in … school"),
    ("workload check folder", USAGE, "workload 'folder'"),
    ("workload check resources/workloads/own --codec gsn", USAGE, "there is no codec 'gsn'"),
    ("workload check resources/workloads/own --codec GSON", USAGE, "subject 'GSON'"),
    ("workload check resources/workloads/own --platform jvn", USAGE, "there is no platform 'jvn'"),
    ("workload check resources/workloads/own --recrod", USAGE, "--recrod … --record"),
    ("run --workload ./none", USAGE, "option --workload … there is no workload.toml in"),
    ("run --workload folder/", USAGE, "there is no workload.toml in"),
    ("run --workload ./diary.txt", USAGE, "there is no workload.toml in"),
    ("run --workload ./resources/workloads/own --size 9", USAGE, "there is no size '9' of workload own … 1, 2"),
    ("run --workload ./none --workload scool", USAGE, "2 mistakes … no workload.toml in … no workload 'scool'"),
    ("sizes ./none", USAGE, "workload './none' … there is no workload.toml in"),
    ("sizes ./resources/workloads/own --variant x", USAGE, "there is no variant 'x' of workload own"),
    ("doctor now", USAGE, "unexpected extra argument"),
]

TAKEN = "run --workload school --from fake --to fake --codec steady"
TRANSFERS = [
    ("run --workload school --from jvn --to python", USAGE, "platform 'jvn' … did you mean 'jvm'"),
    ("run --workload school --from python --to pythn", USAGE, "platform 'pythn' … did you mean 'python'"),
    ("run --workload school --from python --to python,jvm", USAGE, "platform 'python,jvm'"),
    ("run --workload school --from python", USAGE, "option --from … name that platform with --to"),
    ("run --workload school --to python", USAGE, "option --to … name that platform with --from"),
    ("run --workload school --link 1Gbit/s", USAGE, "option --link … name that platform with --from"),
    ("run --from python --to python", USAGE, "option --from: a transfer needs data … --data or --workload"),
    ("run quick --from python --to python", USAGE, "argument STUDY: it cannot be combined with --from"),
    (f"{TAKEN} --platform fake", USAGE, "option --platform: it cannot be combined with --from"),
    (f"{TAKEN} --operation serialize", USAGE, "option --operation: it cannot be combined with --from"),
    (f"{TAKEN} --sink file", USAGE, "option --sink: it cannot be combined with --from"),
    (f"{TAKEN} --resume", USAGE, "option --resume: it cannot be combined with --from"),
    (f"{TAKEN} --workload site", USAGE, "option --workload: with --from, the data is one corpus"),
    (f"{TAKEN} --size 110 --size 1100", USAGE, "option --size: with --from, the data is one corpus"),
    (f"{TAKEN} --variant same --variant random", USAGE, "option --variant: with --from, the data is one corpus"),
    (f"{TAKEN} --to fake", USAGE, "option --to: 'fake' is named twice"),
    (f"{TAKEN} --link fast", USAGE, "link 'fast' … write, for example, 1Gbit/s"),
    (f"{TAKEN} --link 1GB/s", USAGE, "link '1GB/s' … bits per second"),
    (f"{TAKEN} --link 0Mbit/s", USAGE, "link '0Mbit/s' … above 0"),
    (f"{TAKEN} --link 1Gbit/s,soon", USAGE, "link '1Gbit/s,soon' … 20Mbit/s,40ms"),
    (f"{TAKEN} --link -1Gbit/s", USAGE, "link '-1Gbit/s'"),
    (f"{TAKEN} --rounds 1", USAGE, "option --rounds: --rounds 1 is too few … give 2 or more"),
    (
        f"{TAKEN} --codec bimodal --rounds 3",
        USAGE,
        "--rounds 3 is too few … 2 rounds choose the codecs … give 4 or more",
    ),
    (f"{TAKEN} --to fake-crashes-at-start", TOOLCHAIN, "platform fake-crashes-at-start: it cannot run here"),
    (
        "run --workload school --from fake --to fake --codec refuses:when=decode",
        MEASUREMENT,
        "nothing that fake writes is read by fake as it was … I would prefer not to",
    ),
]

TWICE = [
    ("run --codec orjson --codec orjson", USAGE, "option --codec … 'orjson' is named twice"),
    ("run --codec steady:a=1,b=2 --codec steady:b=2,a=1 --platform fake", USAGE, "is named twice"),
    ("run --size 110 --size 110", USAGE, "option --size … '110' is named twice"),
    ("run --variant same --variant same", USAGE, "option --variant"),
    ("run --platform python --platform python", USAGE, "option --platform"),
    ("run --operation build --operation build", USAGE, "option --operation"),
    ("run --sink file --sink file", USAGE, "option --sink"),
    ("run --workload school --workload school", USAGE, "option --workload"),
    ("run --workload school --workload ./resources/workloads/school", USAGE, "school' is named twice"),
    ("run --workload ./resources/workloads/own --workload resources/../resources/workloads/own/", USAGE, "twice"),
    ("sizes school --size 110 --size 110", USAGE, "option --size"),
    ("sizes school --codec orjson --codec orjson", USAGE, "option --codec"),
    ("sizes school --platform python --platform python", USAGE, "option --platform"),
    ("sizes school --variant same --variant same", USAGE, "option --variant"),
]

NUMBERS = [
    ("run --rounds 0", USAGE, "rounds"),
    ("run --rounds 1001", USAGE, "rounds"),
    ("run --rounds 2.5", USAGE, "not a valid integer"),
    ("run --turns 0", USAGE, "--turns"),
    ("run --turns 10001", USAGE, "--turns"),
    ("run --turns auto", USAGE, "'auto' is not a valid integer range"),
    ("run --batches 5", USAGE, "--batches"),
    ("run --precision nan", USAGE, "'nan' is not a share … 0.01"),
    ("run --precision inf", USAGE, "'inf' is not a share"),
    ("run --precision 0", USAGE, "between 0 and 1"),
    ("run --precision 1", USAGE, "between 0 and 1"),
    ("run --precision -1", USAGE, "between 0 and 1"),
    ("run --precision 100%", USAGE, "'100%' is not a share"),
    ("run --precision nan%", USAGE, "'nan%' is not a share"),
    ("run --precision %", USAGE, "'%' is not a share"),
    ("run --budget soon", USAGE, "soon … 5m"),
    ("run --budget 0s", USAGE, "not a length of time"),
    ("run --budget -5m", USAGE, "not a length of time"),
    ("run --budget 5", USAGE, "not a length of time"),
    ("run --seed -1", USAGE, "seed"),
    ("run --seed 9223372036854775808", USAGE, "seed"),
    ("run --codec steady+gzip-99999 --platform fake", USAGE, "has no level 99999 … a level from"),
    ("run --codec steady+gzip-999999999999 --platform fake", USAGE, "not a valid subject"),
    ("run --codec steady:colour=red --platform fake", USAGE, "steady has no parameter 'colour'"),
    ("run --codec steady:a=1 --codec steady+gzip-77 --platform fake", USAGE, "2 mistakes … parameter … level 77"),
    ("analyze table.csv --alpha nan", USAGE, "'nan' is not a significance level … 0.05"),
    ("analyze table.csv --alpha 0.5", USAGE, "between 1e-09 and 0.5"),
    ("analyze table.csv --alpha 1e-16", USAGE, "'1e-16' is not a significance level"),
    ("analyze table.csv --alpha five", USAGE, "'five' is not a significance level"),
    ("analyze table.csv --interactions 0", USAGE, "interactions"),
]

FILES = [
    ("run nowhere.toml", USAGE, "nowhere.toml: there is no such file"),
    ("run folder/none/x.toml", USAGE, "there is no such file"),
    ("run latin.toml", DEFINITION, "study latin.toml … not text in UTF-8 … line 2"),
    ("run diary.txt", DEFINITION, "data diary.txt: line 1, column 1: this is not JSON"),
    ("run --resume", LAB, "wirelab.duckdb: there is no such file"),
    ("run --resume --lab lab.duckdb", LAB, "no stopped run to resume"),
    ("run --resume --rounds 3", USAGE, "option --resume"),
    ("run --resume scripted.toml", USAGE, "option --resume"),
    ("run --resume --seed 3", USAGE, "option --resume"),
    ("run --resume --lab text.duckdb", LAB, "this is not a lab file"),
    ("run scripted.toml --lab text.duckdb", LAB, "this is not a lab file"),
    ("run scripted.toml --lab diary.txt", LAB, "this is not a lab file"),
    ("run scripted.toml --lab folder", LAB, "this is not a lab file … a folder"),
    ("run scripted.toml --lab /dev/null", LAB, "this is not a lab file … a device"),
    ("run scripted.toml --lab none/lab.duckdb", HOST, "report none/lab-report.html … No such file"),
    ("replicate claimed.toml --method published", USAGE, "study claimed: it does not say how its authors … [measure"),
    ("replicate elsewhere.toml --method sound", TOOLCHAIN, "none of its platforms can run here … fake"),
    ("replicate claimed.toml --method sound --lab text.duckdb", LAB, "this is not a lab file"),
    ("replicate claimed.toml --method sound --lab folder", LAB, "this is not a lab file … a folder"),
    ("replicate claimed.toml --method sound --lab /dev/null", LAB, "this is not a lab file … a device"),
    ("replicate claimed.toml --method sound --lab /proc/x.duckdb --report r.html", LAB, "it cannot be used"),
    ("replicate claimed.toml --lab none/x.duckdb", HOST, "none/x-report.html … it cannot be written … No such file"),
    (
        "replicate claimed.toml --method sound --lab none/x.duckdb --report r.html",
        LAB,
        "none/x.duckdb: there is no folder none",
    ),
    ("report", LAB, "wirelab.duckdb: there is no such file"),
    ("report --lab text.duckdb", LAB, "this is not a lab file"),
    ("report --lab folder", LAB, "a folder"),
    ("report --lab table.csv", LAB, "this is not a lab file"),
    ("export", LAB, "there is no such file"),
    ("publish none.duckdb --out new", LAB, "none has a finished run … none.duckdb: there is no such file"),
    ("publish text.duckdb --out new", LAB, "none has a finished run … this is not a lab file"),
    ("export out --lab text.duckdb", LAB, "this is not a lab file"),
    ("list runs --lab text.duckdb", LAB, "this is not a lab file"),
    ("sizes school --beside none.csv", USAGE, "there is no such file"),
    ("sizes school --beside folder", USAGE, "it is a folder"),
    ("sizes school --beside latin.toml", DEFINITION, "not text in UTF-8"),
    ("sizes school --beside table.csv", DEFINITION, "unknown columns: library"),
    ("analyze", USAGE, "Missing argument 'FILE'"),
    ("analyze none.csv", USAGE, "there is no such file"),
    ("analyze folder", USAGE, "it is a folder"),
    ("analyze diary.txt", DEFINITION, "table diary.txt"),
    ("analyze table.csv", USAGE, "--response"),
    ("analyze table.csv --response ns", USAGE, "--factors"),
    ("analyze table.csv --response time --factors library", USAGE, "'time'"),
    ("analyze table.csv --response ns --factors libary", USAGE, "'libary' … 'library'"),
    ("analyze table.csv --response ns --factors library,", USAGE, "an empty name"),
    ("analyze table.csv --response ns --factors library --where day", USAGE, "a column and a level"),
    ("analyze table.csv --response ns --factors library --where dy=1", USAGE, "column 'dy'"),
    ("analyze table.csv --response ns --factors library --reference z", USAGE, "level 'z'"),
    ("analyze table.csv --response ns --factors library --run 1", USAGE, "option --run"),
    ("analyze table.csv --response ns --factors library --type 4", USAGE, "'4' is not one of"),
    ("analyze table.csv --response ns --factors library --transform log", USAGE, "transform 'log'"),
    ("analyze lab.duckdb --run 7", LAB, "run 7"),
    ("analyze text.duckdb", USAGE, "option --response"),
]

OUTPUTS = [
    ("run scripted.toml --lab lab.duckdb --report lab.duckdb", USAGE, "the command reads this file"),
    ("run scripted.toml --lab new.duckdb --report new.duckdb", USAGE, "the command reads this file"),
    ("run scripted.toml --lab new.duckdb --report ./folder/../new.duckdb", USAGE, "the command reads this file"),
    ("run scripted.toml --lab new.duckdb --report new.duckdb.wal", USAGE, "the command reads this file"),
    ("run scripted.toml --report scripted.toml", USAGE, "the command reads this file"),
    ("run scripted.toml --report scripted.toml --force", USAGE, "the command reads this file"),
    ("run scripted.toml --report lab.duckdb", USAGE, "a lab file, which is never overwritten"),
    ("run scripted.toml --report lab.duckdb --force", USAGE, "a lab file, which is never overwritten"),
    ("run scripted.toml --report diary.txt", USAGE, "not a report that Wirelab wrote … --force"),
    ("run scripted.toml --report table.csv", USAGE, "not a report that Wirelab wrote"),
    ("run scripted.toml --report folder", USAGE, "it is a folder"),
    ("run scripted.toml --report none/r.html", HOST, "it cannot be written"),
    ("run scripted.toml --report diary.txt/r.html", HOST, "it cannot be written"),
    ("run scripted.toml --report - --json", USAGE, "both the JSON and this"),
    ("replicate claimed.toml --report claimed.toml", USAGE, "the command reads this file"),
    ("replicate claimed.toml --report claimed-replication.duckdb", USAGE, "the command reads this file"),
    ("replicate --all --report site-scala-replication.duckdb.wal", USAGE, "the command reads this file"),
    ("replicate claimed.toml --report lab.duckdb --force", USAGE, "a lab file, which is never overwritten"),
    ("replicate claimed.toml --report diary.txt", USAGE, "not a report of a replication that Wirelab wrote … --force"),
    ("replicate claimed.toml --report report.html", USAGE, "not a report of a replication that Wirelab wrote"),
    ("replicate claimed.toml --report folder", USAGE, "it is a folder"),
    ("replicate claimed.toml --report none/r.html", HOST, "it cannot be written"),
    ("replicate claimed.toml --report - --json", USAGE, "both the JSON and this"),
    ("report --lab lab.duckdb --out lab.duckdb", USAGE, "the command reads this file"),
    ("report --lab lab.duckdb --out lab.duckdb --force", USAGE, "the command reads this file"),
    ("report --lab lab.duckdb --out diary.txt", USAGE, "not a report that Wirelab wrote"),
    ("report --lab lab.duckdb --out folder", USAGE, "it is a folder"),
    ("report --lab lab.duckdb --out none/r.html", HOST, "it cannot be written … nothing was begun yet"),
    ("report --lab lab.duckdb --out /proc/none/r.html", HOST, "it cannot be written"),
    ("report --lab lab.duckdb --out - --json", USAGE, "both the JSON and this"),
    ("report --lab lab.duckdb --format markdown --out report.html", USAGE, "not a report that Wirelab wrote"),
    ("sizes school --csv diary.txt", USAGE, "not a table of sizes that Wirelab wrote"),
    ("sizes school --csv lab.duckdb --force", USAGE, "a lab file, which is never overwritten"),
    ("sizes school --csv report.html", USAGE, "not a table of sizes"),
    ("sizes school --csv folder", USAGE, "it is a folder"),
    ("sizes school --csv none/x.csv", HOST, "it cannot be written"),
    ("sizes school --csv - --json", USAGE, "both the JSON and this"),
    ("sizes school --beside table.csv --csv table.csv", USAGE, "the command reads this file"),
    ("sizes school --beside table.csv --csv table.names.toml", USAGE, "the command reads this file"),
    ("analyze table.csv --response ns --factors library --html table.csv", USAGE, "the command reads this file"),
    ("analyze table.csv --response ns --factors library --html diary.txt", USAGE, "not an analysis that"),
    ("analyze table.csv --response ns --factors library --html report.html", USAGE, "that Wirelab wrote"),
    ("analyze lab.duckdb --html lab.duckdb", USAGE, "the command reads this file"),
    ("analyze table.csv --response ns --factors library --html none/a.html", HOST, "it cannot be written"),
    ("analyze table.csv --response ns --factors library --html - --json", USAGE, "both the JSON and this"),
    ("export diary.txt --lab lab.duckdb", HOST, "folder diary.txt"),
    ("export /proc/none --lab lab.duckdb", HOST, "folder /proc/none"),
    ("publish lab.duckdb --out /proc/none", HOST, "folder /proc/none: it cannot be written"),
]

ENVIRONMENT = [
    ("run scripted.toml", {"WIRELAB_CACHE": "diary.txt"}, HOST, "cache … diary.txt … WIRELAB_CACHE"),
    ("run scripted.toml", {"WIRELAB_CACHE": "/proc/none"}, HOST, "cache /proc/none"),
    ("sizes school", {"WIRELAB_CACHE": "diary.txt/deep"}, HOST, "cache"),
    ("check-runner fake", {"WIRELAB_CACHE": "diary.txt"}, HOST, "cache"),
    ("list codecs --build", {"WIRELAB_CACHE": "diary.txt"}, HOST, "cache"),
    ("workload check resources/workloads/own", {"WIRELAB_CACHE": "diary.txt"}, HOST, "cache"),
    ("list", {"WIRELAB_RESOURCES": "nowhere"}, USAGE, "WIRELAB_RESOURCES … has none of the folders runners"),
    ("run", {"WIRELAB_RESOURCES": "folder"}, USAGE, "WIRELAB_RESOURCES"),
    ("doctor", {"WIRELAB_RESOURCES": "diary.txt"}, USAGE, "WIRELAB_RESOURCES"),
    ("sizes school", {"WIRELAB_RESOURCES": "nowhere"}, USAGE, "WIRELAB_RESOURCES"),
]


LONG = "x" * 300
TOO_LONG = [
    *("workload check LONG", "check-runner LONG", "list runs --lab LONG", "run LONG.jsonl", "run LONG", "sizes LONG"),
    *("publish LONG --out y", "publish lab.duckdb --out LONG", "serve LONG", "run --lab LONG", "run --workload LONG"),
    *("hosts init LONG --scheduler 192.0.2.1:8786 --host left", "export LONG --lab lab.duckdb"),
]


@pytest.mark.parametrize("line", TOO_LONG)
def test_a_name_that_is_too_long_for_a_file(folder: Path, typed: Typed, line: str) -> None:
    before = contents(folder)
    ended = typed(*shlex.split(line.replace("LONG", LONG)))
    refuses(ended, ended.code, LONG)
    assert ended.code in {USAGE, LAB, HOST}
    assert contents(folder) == before


LINES = [*NAMES, *TRANSFERS, *TWICE, *NUMBERS, *FILES, *OUTPUTS]


@pytest.mark.parametrize(("line", "code", "says"), LINES, ids=[line for line, _, _ in LINES])
def test_a_wrong_command_line(folder: Path, typed: Typed, line: str, code: int, says: str) -> None:
    before = contents(folder)
    refuses(typed(*shlex.split(line)), code, says)
    assert contents(folder) == before


@pytest.mark.parametrize(
    ("line", "environment", "code", "says"), ENVIRONMENT, ids=[f"{line} {given}" for line, given, _, _ in ENVIRONMENT]
)
def test_a_wrong_environment(
    folder: Path, typed: Typed, line: str, environment: dict[str, str], code: int, says: str
) -> None:
    before = contents(folder)
    refuses(typed(*shlex.split(line), **environment), code, says)
    assert contents(folder) == before
