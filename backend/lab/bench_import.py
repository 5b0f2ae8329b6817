"""`make bench-import`: how many files of a folder `fioboard import` stores per second, by one process and by all."""

import argparse
import os
import resource
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.outputs import distinct, small_document
from bench.report import Row, print_report
from bench.stand import Stand, stand

from fioboard.cli.import_processes import MAX_PROCESSES

FILES_OF_A_FOLDER = 1000
GOAL_PER_S = 400


@dataclass(frozen=True, slots=True)
class Measured:
    """One import."""

    files_per_s: float
    cpu_ms: float
    """Of the command and its processes per file."""


def processor_s() -> float:
    """What the children that have ended took so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def imported(service: Stand, folder: Path, files: int, processes: int) -> Measured:
    """One import of new files, from the start of the command to its end."""
    document = small_document()
    for number in range(files):
        place = folder / str(number // FILES_OF_A_FOLDER)
        place.mkdir(exist_ok=True)
        (place / f"{number:06}.json").write_bytes(distinct(document))
    before, began = processor_s(), time.monotonic()
    said = service.command("import", str(folder), "--host", "bench", "--processes", str(processes))
    seconds = time.monotonic() - began
    if f"{files} files: {files} created" not in said:
        raise RuntimeError(said[-300:])
    return Measured(files / seconds, (processor_s() - before) / files * 1000)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--files", type=int, default=5000, help="of each import; the goal is meant for 100,000"
    )
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    most = min(os.cpu_count() or 1, MAX_PROCESSES)
    found: dict[int, list[Measured]] = {1: [], most: []}
    with stand() as service:
        for _ in range(asked.rounds):
            for processes, measured in found.items():
                with tempfile.TemporaryDirectory() as folder:
                    measured.append(imported(service, Path(folder), asked.files, processes))
    rows = []
    for processes, measured in found.items():
        rate = statistics.median(one.files_per_s for one in measured)
        cpu_ms = statistics.median(one.cpu_ms for one in measured)
        goal = GOAL_PER_S if processes == most else None
        what = f"files/s by {processes} {'process' if processes == 1 else 'processes'}"
        rows.append(Row(what, f"{rate:.0f} /s, {cpu_ms:.1f} ms of CPU a file", rate, goal, True))
    method = [
        f"{asked.rounds} rounds in turns of {asked.files} new files of 6 KB, median; the command's start is in it.",
        f"Embedded PostgreSQL with fsync, a service of {os.cpu_count()} workers idle beside it.",
    ]
    print_report("Import of a folder", method, rows)


if __name__ == "__main__":
    main()
