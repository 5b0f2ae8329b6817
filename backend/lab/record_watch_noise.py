"""Records how short fio runs differ by themselves: each workload again and again, in turns, on this machine.

What the watch is measured on (``make bench-watch``) must be noise that a machine made, not one that a random generator
was told to make: heavy tails, drifts and neighbours are the point. The workloads take turns, so that a busy minute of
the machine lands in all of them, as it would on a host that runs its nightly list. Only figures are kept.

    python backend/lab/record_watch_noise.py OUT.json [--runs 60] [--seconds 0.5]
"""

import argparse
import json
import platform
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

WORKLOADS: Final = (
    ("null", "read", "4k", 1),
    ("null", "randread", "4k", 32),
    ("null", "write", "128k", 1),
    ("null", "randwrite", "16k", 8),
    ("psync", "read", "4k", 1),
    ("psync", "read", "128k", 1),
    ("psync", "read", "1m", 1),
    ("psync", "randread", "4k", 1),
    ("psync", "randread", "16k", 1),
    ("psync", "write", "128k", 1),
    ("psync", "randwrite", "4k", 1),
    ("sync", "write", "1m", 1),
    ("mmap", "randread", "4k", 1),
    ("mmap", "read", "64k", 1),
    ("libaio", "read", "128k", 8),
    ("libaio", "read", "1m", 4),
    ("libaio", "randread", "4k", 1),
    ("libaio", "randread", "4k", 8),
    ("libaio", "randread", "4k", 32),
    ("libaio", "randread", "64k", 8),
    ("libaio", "write", "128k", 8),
    ("libaio", "write", "1m", 4),
    ("libaio", "randwrite", "4k", 1),
    ("libaio", "randwrite", "4k", 8),
    ("libaio", "randwrite", "4k", 32),
)
"""Engine, direction, block size, depth; libaio runs with direct=1, the others through the cache or against nothing."""


def name_of(workload: tuple[str, str, str, int]) -> str:
    engine, direction, block, depth = workload
    return f"{engine} {direction} {block} iodepth={depth}"


def measured(workload: tuple[str, str, str, int], seconds: float, folder: Path) -> dict[str, float]:
    """One run: bytes per second, the 99th percentile of its completion latency in nanoseconds, when it began."""
    engine, direction, block, depth = workload
    began = time.time()
    command = [
        "fio",
        "--name=watch",
        f"--ioengine={engine}",
        f"--rw={direction}",
        f"--bs={block}",
        f"--iodepth={depth}",
    ]
    command += [
        "--size=64m",
        f"--directory={folder}",
        "--filename=watch.bin",
        f"--runtime={seconds}",
        "--time_based=1",
    ]
    command += [f"--direct={int(engine == 'libaio')}", "--invalidate=0", "--output-format=json"]
    answer = subprocess.run(command, capture_output=True, check=True, text=True)
    job = json.loads(answer.stdout[answer.stdout.index("{") :])["jobs"][0]
    side = job["read" if "read" in direction else "write"]
    return {
        "at": round(began, 1),
        "bandwidth_bytes": side["bw_bytes"],
        "p99_ns": side["clat_ns"].get("percentile", {}).get("99.000000", 0),
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("out", type=Path)
    options.add_argument("--runs", type=int, default=60)
    options.add_argument("--seconds", type=float, default=0.5)
    chosen = options.parse_args()
    runs: dict[str, list[dict[str, float]]] = {name_of(workload): [] for workload in WORKLOADS}
    version = subprocess.run(["fio", "--version"], capture_output=True, check=True, text=True).stdout.strip()
    with TemporaryDirectory(prefix="fioboard-watch-") as name:
        for turn in range(chosen.runs):
            for workload in WORKLOADS:
                runs[name_of(workload)].append(measured(workload, chosen.seconds, Path(name)))
            method = {
                "fio": version,
                "kernel": platform.release(),
                "seconds": chosen.seconds,
                "runs": turn + 1,
            }
            chosen.out.write_text(json.dumps({"method": method, "workloads": runs}))
            print(f"turn {turn + 1} of {chosen.runs}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
