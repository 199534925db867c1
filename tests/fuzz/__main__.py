"""`python -m tests.fuzz TARGET FOLDER [libFuzzer's options]`: by what is covered, with atheris (`pip install atheris`).

    python -m tests.fuzz study /tmp/study -max_total_time=1200 -fork=1 -ignore_crashes=1

FOLDER gets the inputs that reach something new; what breaks a reader lies beside it as `crash-…`. A find becomes a file
in `tests/fuzz/cases/TARGET/`, which the suite reads for ever.
"""

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["wirelab", "fastavro", "google.protobuf"]):
    from tests.fuzz.targets import read, samples


def main() -> None:
    """Fuzz one target."""
    name, folder, *options = sys.argv[1:]
    corpus = Path(folder)
    corpus.mkdir(parents=True, exist_ok=True)
    for at, sample in enumerate(samples(name)):
        (corpus / f"sample-{at}").write_bytes(sample)
    artifacts = f"-artifact_prefix={corpus.parent}/{corpus.name}-"
    atheris.Setup(
        [sys.argv[0], artifacts, "-timeout=20", "-rss_limit_mb=3000", *options, folder], lambda data: read(name, data)
    )
    atheris.Fuzz()


main()
