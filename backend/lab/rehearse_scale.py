"""`make rehearse-scale`: several services on one database without a single point, while things break.

Docs: docs/large-installations.md.

    make rehearse-scale                 thirty events, about fifteen minutes
    make rehearse-scale EVENTS=5        one of each main kind, three to four minutes

On this machine, without containers: three etcd, two PostgreSQL under Patroni, three services with a PgBouncer each,
HAProxy, an S3 store, by the very configuration files of docs/scaling. Twenty agents upload from their spools, a prober
writes and reads; at the end all that was acknowledged must be there once, byte for byte. Exit code 1 when it is not.
"""

import argparse
import os
import shutil
import signal
import sys
from pathlib import Path

from scale.cluster import cluster
from scale.databases import kill_postgres_below
from scale.lab import Lab
from scale.process import NotReached
from scale.programs import KEPT, Missing, programs
from scale.rehearsal import rehearse, say


def main() -> int:
    """The exit code."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--events", type=int, default=30)
    given = options.parse_args()
    kept = Path(os.environ.get("REHEARSE_DIR", KEPT))
    try:
        found = programs(kept)
    except Missing as error:
        say(str(error))
        return 2
    folder = kept / "run"
    # A rehearsal that was killed leaves PostgreSQL behind, which Patroni lets go its own way.
    kill_postgres_below(folder)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # The programs' own user finds his rooms, and lists nothing.
    folder.chmod(0o711)
    whole = cluster(Lab(folder), found)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # by way of `finally`
    try:
        return rehearse(whole, given.events, kept / "report.md")
    except NotReached as error:
        say(f"{error}; what each program says: {folder}/*.log")
        return 1
    finally:
        whole.stop()


if __name__ == "__main__":
    sys.exit(main())
