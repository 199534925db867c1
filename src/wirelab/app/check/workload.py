"""`wirelab workload check`: makes a workload's corpora, records their digests, and shows their encoded sizes."""

from pathlib import Path

from wirelab.app.preparation import Notice
from wirelab.app.request import Overrides, asked
from wirelab.app.resources import workload_catalogue
from wirelab.app.trust import trusted_workload
from wirelab.model.cell import Operation
from wirelab.model.errors import DefinitionError
from wirelab.model.subject import Subject
from wirelab.study.definition import Study
from wirelab.workload.corpus import Corpus, make_corpus, recorded_digests
from wirelab.workload.definition import DIGESTS, FILE, Workload, compile_workload, load_workload
from wirelab.workload.digests import Digests, changes, digests_of, record_digests


def find_workload(named: str) -> Workload:
    """The workload in the folder `named`, or of that name among the lab's own.

    Raises:
        UsageError: there is neither.
        DefinitionError: it is not well formed.
    """
    if (Path(named) / FILE).is_file():
        return load_workload(Path(named).resolve())
    return workload_catalogue().find(named)


def check_corpora(workload: Workload, cache: Path, notice: Notice, *, record: bool) -> list[dict[str, str]]:
    """Compile the types, make every corpus, and record digests: new ones, or all with `record`. Returns a row for each.

    Raises:
        DefinitionError: the schema or the generator fails; or a corpus is not the recorded one, without `record`.
        HostError: a file cannot be written.
    """
    workload = trusted_workload(workload, cache)
    compile_workload(workload)
    recorded, made = recorded_digests(workload), digests_of(workload)
    changed = list(changes(recorded, made))
    if changed and not record:
        what = f"its corpora differ from those that {DIGESTS} records"
        remedy = f"undo the change, or record it if intended: wirelab workload check {workload.folder} --record"
        raise DefinitionError(f"workload {workload.name}", what, why="\n".join(changed), remedy=remedy)
    for line in changed:
        notice(line)
    if changed:  # else the corpora would be refused, because they differ from the recorded digests
        record_digests(workload, made)
    corpora = [make_corpus(workload, size, each, None, cache, notice) for size in made for each in made[size]]
    if made != recorded:
        notice(f"recorded {record_digests(workload, made)}")
    return [_row(corpus, recorded) for corpus in corpora]


def _row(corpus: Corpus, recorded: Digests) -> dict[str, str]:
    was = recorded.get(corpus.name.size, {}).get(corpus.name.variant)
    return {
        "size": corpus.name.size,
        "variant": corpus.name.variant,
        "objects": f"{corpus.objects:,}",
        "bytes": f"{corpus.bytes:,}",
        "digest": corpus.digest[:12],
        "recorded": "new" if was is None else "as recorded" if was == corpus.digest else "changed",
    }


def first_study(workload: Workload, platforms: tuple[str, ...], subjects: tuple[Subject, ...]) -> Study:
    """A study that encodes the workload's default corpus with these codecs or all, on these platforms or all here."""
    levels = Overrides(
        workload=(str(workload.folder),), platform=platforms, codec=subjects, operation=(Operation.SERIALIZE,)
    )
    return asked(None, levels)
