"""Records the changes that ruptures finds in series like a process's: `python tests/certification/record_ruptures.py`.

Needs `ruptures` (1.1.10 made the record) and no Wirelab. The cost is written again here: two implementations meet.
"""

import json
from pathlib import Path

import numpy as np
import ruptures
from ruptures.base import BaseCost

FLOOR = 1e-3
RECORD = Path(__file__).with_name("recorded_ruptures.json")


class NormalCost(BaseCost):
    """Twice the negative log likelihood of normal values, their variance no less than the floor's square."""

    model, min_size = "normal with floor", 2

    def fit(self, signal):
        self.signal = signal.ravel()
        return self

    def error(self, start, end):
        variance = self.signal[start:end].var()
        fitted = max(variance, FLOOR**2)
        return (end - start) * (np.log(fitted) + variance / fitted)


def main() -> None:
    random = np.random.default_rng(17)
    cases = []
    for number in range(60):
        n = int(random.integers(4, 100))
        values = random.normal(0, random.choice([0.005, 0.02]), n)
        for _ in range(int(random.integers(0, 4))):
            values[int(random.integers(0, n)) :] += random.normal(0, 0.15)
        values = np.round(values, 2 if number % 7 == 0 else 5)
        penalty = 15.0 if number % 2 else 3.0
        search = ruptures.Pelt(custom_cost=NormalCost(), min_size=2, jump=1).fit(values)
        changes = [int(change) for change in search.predict(pen=penalty * np.log(n))[:-1]]
        cases.append({"penalty": penalty, "changes": changes, "values": values.tolist()})
    record = {"made by": f"ruptures {ruptures.__version__}", "floor": FLOOR, "cases": cases}
    RECORD.write_text(json.dumps(record) + "\n")
    print(len(cases), "cases,", sum(len(case["changes"]) for case in cases), "changes")


if __name__ == "__main__":
    main()
