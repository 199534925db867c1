"""Sizes of the user's own data by a runner's codecs, long before the first time: while other runners are built."""

from collections.abc import Mapping

from wirelab.app.ready import ReadyRunner
from wirelab.building.program import open_process
from wirelab.design.cells import expand
from wirelab.execution.data import Data, open_request
from wirelab.execution.short_conversations import write_each
from wirelab.files.scratch import scratch
from wirelab.model.cell import CorpusName, Operation
from wirelab.model.measurement import Loss
from wirelab.report.quantities import size
from wirelab.schema.objects import frames_of
from wirelab.study.definition import Study


def first_sizes(study: Study, ready: ReadyRunner, data: Mapping[CorpusName, Data]) -> str:
    """What a runner's codecs make of each corpus, the smallest first, as one line for people; nothing without any.

    The values are not compared with what comes back: whatever is measured is verified later.
    """
    cells = expand(study, tuple(data), [(ready.platform, ready.ready)], (), ())
    subjects = dict.fromkeys(cell.subject for cell in cells if cell.operation is Operation.SERIALIZE)
    codecs = [open_request(subject, ready.ready) for subject in subjects]
    lines = []
    for name, own in data.items():
        program = ready.programs.typed[name.workload]
        with scratch() as folder:
            written = write_each(lambda: open_process(program), own, codecs, folder, study.measure.slack_s)  # noqa: B023
            sizes = {
                str(subject): sum(len(payload) for _, payload in frames_of(file.read_bytes()))
                for subject, file in zip(subjects, written, strict=True)
                if not isinstance(file, Loss)
            }
        if sizes:
            found = (f"{subject} {size(sizes[subject])}" for subject in sorted(sizes, key=sizes.__getitem__))
            lines.append(f"sizes of {name} on {ready.platform}: {', '.join(found)}")
    return "\n".join(lines)
