"""Good outputs cut, doubled, reordered, quoted, wrapped, indented, joined: no wrong value, nothing lost in silence.

    python lab/mutate_fio.py [COUNT [SEED]]

Prints every complaint and ends with 1 when there is any. The rules stand in tests/engine/formats/fio/mutations.py.
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fioboard.engine.formats.fio import read_output
from tests.engine.formats.fio.mutations import good_outputs, one_mutation, results_of


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rng = random.Random(seed)  # noqa: S311 - repeatable, nothing secret
    outputs = good_outputs()
    known = {name: results_of(read_output(text.encode())) for name, text in outputs.items()}
    complaints = 0
    for i in range(count):
        found = one_mutation(rng, outputs, known)
        if found is not None:
            complaints += 1
            print(f"{i}: {found}")
        if (i + 1) % 5_000 == 0:
            print(f"{i + 1} mutations of {len(outputs)} outputs, {complaints} complaints", file=sys.stderr)
    print(f"{count} mutations of {len(outputs)} outputs, seed {seed}: {complaints} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
