"""`python -m wirelab.workload FOLDER…`: record the digests of workloads in their `digests.toml`."""

import sys
from pathlib import Path

from wirelab.model.errors import ExitCode, WirelabError
from wirelab.workload.recording import record_digests


def main(folders: list[str]) -> int:
    """Record each folder's digests; returns the exit code."""
    if not folders:
        print("usage: python -m wirelab.workload FOLDER…", file=sys.stderr)
        return ExitCode.USAGE
    try:
        for folder in folders:
            print(f"recorded {record_digests(Path(folder))}")
    except WirelabError as error:
        print(f"{error}\n{error.remedy}", file=sys.stderr)
        return error.exit_code
    return ExitCode.OK


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
