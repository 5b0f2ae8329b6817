"""`make bench-idle`: how long the service takes to answer, and what it needs when nobody asks (goal P13)."""

import argparse
import statistics
import time

import psutil
from bench.anchors import empty_service
from bench.report import Row, print_report
from bench.stand import Stand

from fioboard.store.embedded.throwaway import throwaway_folder, throwaway_postgres
from scripts.service import free_port

ROUNDS = 3
SETTLE_S = 5


def postgres_start() -> float:
    """Seconds of the embedded PostgreSQL's first start, cluster made."""
    began = time.monotonic()
    with throwaway_postgres():
        return time.monotonic() - began


def memory() -> tuple[float, float, list[str]]:
    """PSS and RSS in MB of everything we started that still runs, and a line per kind of process."""
    kinds: dict[str, list[float]] = {}
    rss = 0.0
    for process in psutil.Process().children(recursive=True):
        command = " ".join(process.cmdline())
        name = next((n for n in ("supervisor", "commands.worker") if n in command), "postgres")
        full = process.memory_full_info()
        kinds.setdefault(name, []).append(full.pss / 1e6)
        rss += full.rss / 1e6
    lines = [f"{len(found)} × {name} {sum(found):.0f} MB" for name, found in sorted(kinds.items())]
    return sum(sum(found) for found in kinds.values()), rss, lines


def main() -> None:
    """Measures and prints."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    postgres, empty, first, again = [], [], [], []
    pss = rss = 0.0
    lines: list[str] = []
    for _ in range(ROUNDS):
        postgres.append(postgres_start())
        with empty_service(free_port()) as seconds:
            empty.append(seconds)
        with throwaway_folder() as folder:
            for times in (first, again):
                service = Stand(folder)
                began = time.monotonic()
                service.start()
                times.append(time.monotonic() - began)
                if times is again:
                    time.sleep(SETTLE_S)
                    pss, rss, lines = memory()
                service.stop()
    least = statistics.median(postgres) + statistics.median(empty)
    rows = [
        Row("embedded PostgreSQL, first start", f"{statistics.median(postgres):.2f} s"),
        Row("empty FastAPI service, start", f"{statistics.median(empty):.2f} s"),
        Row(
            "P13 first start to /readyz / (both)",
            f"{statistics.median(first):.2f} s",
            statistics.median(first) / least,
            2.5,
        ),
        Row("P13 started again, seconds", f"{statistics.median(again):.2f} s", statistics.median(again), 1.5),
        Row("P13 memory of everything idle, MB (PSS)", f"{pss:.0f} MB", pss, 300),
        Row("the same, RSS (shared pages counted in each process)", f"{rss:.0f} MB"),
    ]
    method = [
        "`fioboard serve` with 2 workers, from the command to the first good /readyz;",
        f"median of {ROUNDS} rounds, each from an empty data folder.",
        f"Memory {SETTLE_S} s after the start, summed over all processes: {', '.join(lines)}.",
    ]
    print_report("Start and idle", method, rows)


if __name__ == "__main__":
    main()
