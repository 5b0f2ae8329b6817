"""How fast the readers are beside bare orjson.loads of the same bytes: json+ files of 5 KB to 50 MB.

    python lab/bench_read.py [--json]

CPU time of this thread, best of several rounds, both taken in turns; peak memory of reading, each size in a
process of its own. The files are built from one captured json+ entry, repeated with names of their own.
"""

import argparse
import json
import multiprocessing
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import orjson

from fioboard.engine.formats.fio import read_output

CAPTURED = Path(__file__).parent.parent / "tests" / "data" / "fio" / "3.42_jsonplus-all.json"
SIZES = (5_000, 9_000, 15_000, 100_000, 1_000_000, 10_000_000, 50_000_000)
MOST_BINS = {5_000: 100, 9_000: 100, 15_000: 400}
"""Of completion latency in the documents of one job; from the captured entry's size on all there are."""
COMPACT = 5_000
"""fio prints no json+ of 5 KB; it is the next one without its blanks, as `jq -c` leaves it."""
GOAL = 2.5


def build(size: int) -> bytes:
    """A json+ document of about `size` bytes: one captured entry, thinned out or repeated."""
    document = json.loads(CAPTURED.read_text())
    entry = document["jobs"][0]
    whole = len(json.dumps(entry, indent=2))
    if size in MOST_BINS:
        _thin_out(entry, MOST_BINS[size])
    count = max(1, size // whole)
    document["jobs"] = [{**entry, "jobname": f"job{i}"} for i in range(count)]
    if size == COMPACT:
        return json.dumps(document, separators=(",", ":")).encode()
    return json.dumps(document, indent=2, separators=(",", " : ")).encode()


def _thin_out(entry: dict[str, object], most_bins: int) -> None:
    """As fio prints a short run by default: percentiles and bins of completion latency only."""
    options = entry["job options"]
    assert isinstance(options, dict)  # noqa: S101 - our own document
    del options["lat_percentiles"], options["slat_percentiles"]
    for name in ("read", "write", "trim"):
        direction = entry[name]
        assert isinstance(direction, dict)  # noqa: S101 - our own document
        bins = dict(list(direction["clat_ns"].pop("bins", {}).items())[:most_bins])
        for kind in ("slat_ns", "clat_ns", "lat_ns"):
            direction[kind]["N"] = sum(bins.values())
            if kind != "clat_ns":
                direction[kind].pop("percentile", None)
                direction[kind].pop("bins", None)
        if bins:
            direction["clat_ns"]["bins"] = bins


def peak_memory_mb() -> float:
    """Highest resident size since the last reset (Linux)."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def best_cpu_ms(work: Callable[[], object], rounds: int) -> float:
    """The least CPU time of one call; the machine may be busy with other things."""
    times = []
    for _ in range(rounds):
        start = time.thread_time_ns()
        work()
        times.append(time.thread_time_ns() - start)
    return min(times) / 1e6


def measure(path: Path, answers: "multiprocessing.SimpleQueue[dict[str, float]]") -> None:
    """One file, in a fresh process, so that its peak of memory is this reading's own."""
    data = path.read_bytes()
    rounds = max(5, min(400, 20_000_000 // len(data)))
    read_output(build(SIZES[0]))
    Path("/proc/self/clear_refs").write_text("5")
    before = peak_memory_mb()
    read_output(data)
    peak = peak_memory_mb()
    reading, plain = [], []
    for _ in range(3):
        plain.append(best_cpu_ms(lambda: orjson.loads(data), rounds))
        reading.append(best_cpu_ms(lambda: read_output(data), rounds))
    answers.put(
        {
            "bytes": len(data),
            "orjson_ms": min(plain),
            "read_ms": min(reading),
            "ratio": min(reading) / min(plain),
            "mb_per_s": len(data) / 1e3 / min(reading),
            "peak_growth_mb": peak - before,
        }
    )


def main() -> None:
    """Prints a table, or JSON for `make bench`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    rows = []
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            path = Path(folder) / f"{size}.json"
            path.write_bytes(build(size))
            answers = context.SimpleQueue()
            process = context.Process(target=measure, args=(path, answers))
            process.start()
            rows.append(answers.get())
            process.join()
    if arguments.json:
        print(json.dumps({"read": rows, "goal_ratio": GOAL}))
        return
    print(f"{'bytes':>12} {'orjson ms':>10} {'read ms':>10} {'ratio':>6} {'MB/s':>6} {'peak +MB':>9}")
    for row in rows:
        print(
            f"{row['bytes']:>12.0f} {row['orjson_ms']:>10.3f} {row['read_ms']:>10.3f} {row['ratio']:>6.2f}"
            f" {row['mb_per_s']:>6.0f} {row['peak_growth_mb']:>9.0f}"
        )


if __name__ == "__main__":
    main()
