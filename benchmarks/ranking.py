"""How long a ranking takes: eight codecs of the JVM, serialize and deserialize, until every ratio is known.

`python benchmarks/ranking.py [PRECISION]` prints the figures in docs/performance.md; PRECISION is 0.05 unless given.
JMH's defaults take 500 s for each of the 16 cells.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from statistics import median

CODECS = (
    *("protobuf-java", "kryo5", "fory", "jackson-smile", "jackson-json", "fastjson2", "gson", "java-serialization"),
)
ROUNDS = 20


def main(arguments: Sequence[str]) -> int:
    """Run the ranking once and print it."""
    precision = arguments[0] if arguments else "0.05"
    with tempfile.TemporaryDirectory(prefix="wirelab-ranking-") as folder:
        chosen = [word for codec in CODECS for word in ("--codec", codec)]
        lab = ["--lab", f"{folder}/ranking.duckdb", "--report", f"{folder}/ranking.html"]
        what = ["--platform", "jvm", "--size", "1100", "--variant", "random", *chosen]
        command = [sys.executable, "-m", "wirelab", "run", "--precision", precision, *what]
        command += ["--rounds", str(ROUNDS), "--seed", "1", "--json", *lab]
        began = time.monotonic()
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        took_s = time.monotonic() - began
    if not ended.stdout:
        print(ended.stderr, file=sys.stderr)
        return ended.returncode
    report = json.loads(ended.stdout)
    print(f"{took_s:.0f} s, {report['run']['rounds']} rounds; {report['run']['ending']}")
    ratios = [each["ratio"] for each in report["findings"] if each["ratio"] and not each["cell"]["twin"]]
    print(f"{sum(ratio['decided'] for ratio in ratios)} of {len(ratios)} comparisons decided")
    shares = [each["steady_share"] for each in report["findings"] if each["steady_share"] is not None]
    print(f"steady: {100 * sum(shares) / len(shares):.0f} % of processes, {100 * min(shares):.0f} % in the worst cell")
    for operation in ("serialize", "deserialize"):
        timed = [each for each in report["findings"] if each["cell"]["operation"] == operation and each["time_ns"]]
        ranked = sorted(
            (each for each in timed if not each["cell"]["twin"]), key=lambda each: each["time_ns"]["estimate"]
        )
        for each in ranked:
            time_ns, ratio = each["time_ns"], each["ratio"] or {}
            half = 100 * (time_ns["high"] / time_ns["low"] - 1) / 2
            interval = ratio.get("ratio")
            shown = ""
            if interval:
                half_ratio = 100 * (interval["high"] - interval["low"]) / 2 / interval["estimate"]
                known = f"[{interval['low']:.3f}, {interval['high']:.3f}] ±{half_ratio:.1f} %"
                shown = f"{interval['estimate']:.3f} {known}"
            processes = sorted(each["process_times_ns"])
            worst = processes[-1] / median(processes)
            print(
                f"{operation:12} {each['cell']['subject']:20} {time_ns['estimate'] / 1000:8.1f} us ±{half:4.1f} %"
                f"  {shown:32} {ratio.get('verdict', 'reference'):12} {len(processes):2} processes, slowest {worst:.2f}"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
