"""`wirelab run --hosts`: from the hosts file to the pooled results of all hosts."""

import shlex
from pathlib import Path
from typing import Any

from wirelab.app.hosts.hosts_file import DRIVER, membership
from wirelab.app.hosts.run import Place, resume_on_hosts, run_on_hosts
from wirelab.app.resources import cache_folder
from wirelab.cli.options.values import typed
from wirelab.cli.output import notice, show
from wirelab.cli.progress import Progress
from wirelab.cluster.extra import require_extra
from wirelab.files.outputs import Destination
from wirelab.model.errors import ExitCode, WirelabError
from wirelab.report.sessions.together import together_json, together_report


def on_hosts(path: Path, lab: Path, page: Destination, study: Any, seed: int | None, *, as_json: bool) -> int:
    """Measure on the hosts that the file at `path` names, or resume there, and show their pooled results."""
    require_extra("option --hosts")
    member = membership(path, DRIVER)
    from wirelab.cluster.connection import connected  # it loads Dask: only once all else is right

    again = shlex.join(["wirelab", "run", "--resume", "--hosts", str(path), "--lab", str(lab)])
    try:
        with connected(member) as hosts, Progress(lab) as progress:
            file = member.file
            place = Place(file.hosts, hosts, file.patience_s, lab, cache_folder(), progress.notice)
            found = resume_on_hosts(place) if study is None else run_on_hosts(place, study, seed=seed, command=typed())
    except KeyboardInterrupt:
        notice(f"Stopped, here and on the hosts that could be reached. To continue:\n  {again}")
        raise
    except WirelabError as error:
        error.remedy = error.remedy.replace("wirelab run --resume --hosts FILE", again)
        raise
    values = together_json(found.together) | {"complete": found.complete} if as_json else None
    show(together_report(found.together, typed()), page, values)
    if not found.complete:
        notice(f"Not every host measured the whole study. To continue:\n  {again}")
    return ExitCode.OK if found.complete else ExitCode.MEASUREMENT
