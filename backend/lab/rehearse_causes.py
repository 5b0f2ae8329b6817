"""Plants 500 histories, compares them through the API on a real PostgreSQL, and prints what was said wrongly.

The histories and what must be said of them: tests/app/compare/planted.py. `--histories` and `--seed` draw others.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

BACKEND = Path(__file__).resolve().parents[1]
TEST = "tests/app/compare/test_planted_histories.py"


def main() -> int:
    """Run the rehearsal; the exit code is that of the test."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--histories", type=int, default=500)
    parser.add_argument("--seed", type=int, default=38)
    asked = parser.parse_args()
    environment = os.environ | {
        "FIOBOARD_PLANTED_HISTORIES": str(asked.histories),
        "FIOBOARD_PLANTED_SEED": str(asked.seed),
    }
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", TEST]
    return subprocess.run(command, cwd=BACKEND, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
