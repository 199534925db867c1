"""`python -m tests.fuzz TARGET FOLDER [libFuzzer's options]`: guided by coverage, with atheris (`pip install atheris`).

    python -m tests.fuzz study /tmp/study -max_total_time=1800

FOLDER gets the inputs that reach something new. Each input that ended in something other than a fault for
users is beside it as `FOLDER.find-…`, one for each place in the code. A process that dies leaves `FOLDER.crash-…`.
Each find becomes a file in `tests/fuzz/cases/TARGET/`, which the suite reads for ever.
"""

import sys
import traceback
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["wirelab", "fastavro", "google.protobuf"]):
    from tests.fuzz.targets import read, samples


def main() -> None:
    """Fuzz one target."""
    name, folder, *options = sys.argv[1:]
    corpus, found = Path(folder).absolute(), set[str]()
    corpus.mkdir(parents=True, exist_ok=True)
    for at, sample in enumerate(samples(name)):
        (corpus / f"sample-{at}").write_bytes(sample)

    def one(data: bytes) -> None:
        try:
            read(name, data)
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{type(error).__name__}-{Path(frame.filename).stem}-{frame.lineno}"
            if place not in found:
                found.add(place)
                corpus.with_name(f"{corpus.name}.find-{place}").write_bytes(data)
                traceback.print_exc()

    bounds = ["-timeout=30", "-rss_limit_mb=3000", f"-artifact_prefix={corpus}."]
    atheris.Setup([sys.argv[0], *bounds, *options, str(corpus)], one)
    atheris.Fuzz()


main()
