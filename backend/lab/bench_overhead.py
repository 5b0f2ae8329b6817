"""`make bench-overhead`: what the agent costs the fio that it runs (goal: IOPS 0.995 to 1.005 of fio alone).

Within one run the agent's processes are stopped and continued, a second each, in an order by chance; fio's own log
says the IOPS of every 50 ms. The speed of a shared machine drifts by a third from run to run, of neighbours by little.
"""

import argparse
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path

import psutil
from bench.report import Row, print_report

AGENT = Path(__file__).parents[2] / "agent" / "dist" / "agent.pyz"
JOBS: Mapping[str, tuple[str, ...]] = {
    "null engine, 4 KiB, 1 job": ("--ioengine=null", "--size=64g", "--rw=randread", "--bs=4k"),
    "file, page cache, psync, 4 KiB": (
        *("--ioengine=psync", "--direct=0", "--size=64m", "--rw=randread", "--bs=4k", "--filename=file"),
        "--invalidate=0",
    ),
    "file, direct, libaio, 4 KiB QD 16": (
        *("--ioengine=libaio", "--direct=1", "--size=64m", "--rw=randread", "--bs=4k", "--filename=file"),
        "--iodepth=16",
    ),
}
LOW, HIGH = 0.995, 1.005
WARM_UP_S = 3
TURN_S = 1.0
"""How long the agent's processes run, or stand still."""
SETTLE_MS = 50
LOG_MS = 50


@dataclass(frozen=True, slots=True)
class Turn:
    """A time in which the agent's processes ran, or none did; milliseconds since 1970."""

    has_agent: bool
    start_ms: float
    end_ms: float


def take_turns(run: "subprocess.Popen[bytes]", pairs: int) -> list[Turn]:
    """Stop and continue what is the agent's of a run, two turns a pair, in an order by chance."""
    whole = psutil.Process(run.pid)
    while not any(one.name() == "fio" for one in whole.children(recursive=True)):
        if run.poll() is not None:
            raise SystemExit("the run ended before fio began")
        time.sleep(0.1)
    time.sleep(WARM_UP_S)
    agents = [whole, *(one for one in whole.children(recursive=True) if one.name() != "fio")]
    turns = []
    try:
        for _ in range(pairs):
            for has_agent in random.sample((True, False), 2):
                for one in agents:
                    one.send_signal(signal.SIGCONT if has_agent else signal.SIGSTOP)
                start = time.time()
                time.sleep(TURN_S)
                turns.append(Turn(has_agent, start * 1000, time.time() * 1000))
    finally:
        for one in agents:
            one.send_signal(signal.SIGCONT)
    return turns


def measure(folder: Path, job: Sequence[str], pairs: int) -> list[float]:
    """Run a job through the agent; the ratios of IOPS, with the agent's processes to without."""
    (folder / "file").write_bytes(os.urandom(1 << 20) * 64)
    options = (
        *("--name=a", *job, "--time_based", f"--runtime={round(WARM_UP_S + 2 * TURN_S * pairs) + 5}"),
        *("--randrepeat=1", "--norandommap=1"),
        *("--write_iops_log=rate", f"--log_avg_msec={LOG_MS}", "--log_unix_epoch=1"),
    )
    environment = {
        **{name: os.environ[name] for name in ("PATH", "HOME")},
        **{"FIOBOARD_AGENT_STATE": str(folder / "state"), "FIOBOARD_AGENT_LOCK": str(folder / "lock")},
    }
    with subprocess.Popen(
        (sys.executable, str(AGENT), "run", "--no-upload", "--keep-free", "1m", "--", *options),
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as run:
        turns = take_turns(run, pairs)
    if run.returncode:
        raise SystemExit(f"the agent ended with {run.returncode}")
    [log] = folder.glob("state/spool/*/files/*iops*.log")
    rates = [(float(line.split(",")[0]), float(line.split(",")[1])) for line in log.read_text().splitlines()]
    return compare(turns, rates)


def compare(turns: Sequence[Turn], rates: Sequence[tuple[float, float]]) -> list[float]:
    """The ratio of each pair of turns: mean of the windows that lie in one whole, after it has settled."""

    def find_mean(turn: Turn) -> float:
        return statistics.fmean(
            rate
            for end_ms, rate in rates
            if turn.start_ms + SETTLE_MS <= end_ms - LOG_MS and end_ms <= turn.end_ms
        )

    pairs = zip(turns[::2], turns[1::2], strict=True)
    return [
        find_mean(one if one.has_agent else other) / find_mean(other if one.has_agent else one)
        for one, other in pairs
    ]


def find_interval(ratios: Sequence[float]) -> tuple[float, float]:
    """The interval that holds the median in 95 of 100 cases, whatever the ratios are distributed like."""
    ordered, count = sorted(ratios), len(ratios)
    below, rank = 0.0, 0
    while below + comb(count, rank) / 2**count <= 0.025:
        below += comb(count, rank) / 2**count
        rank += 1
    return ordered[max(0, rank - 1)], ordered[min(count - 1, count - rank)]


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=60, help="of turns, each with and without the agent")
    parser.add_argument("--job", default="", help="only jobs whose name holds this")
    parser.add_argument("--folder", default=tempfile.gettempdir(), help="of the file that is read")
    options = parser.parse_args()
    rows = []
    before = os.getloadavg()[0]
    for name, job in ((name, job) for name, job in JOBS.items() if options.job in name):
        with tempfile.TemporaryDirectory(dir=options.folder) as folder:
            found = measure(Path(folder), job, options.pairs)
        middle, (low, high) = statistics.median(found), find_interval(found)
        is_proven = low >= LOW and high <= HIGH
        is_refuted = high < LOW or low > HIGH
        word = "within" if is_proven else "outside" if is_refuted else "not decided"
        said = f"{middle:.4f}, 95 % {low:.4f} to {high:.4f}, n = {len(found)}: {word} {LOW} to {HIGH}"
        rows.append(Row(f"IOPS with the agent's processes / without ({name})", said))
    method = [
        f"{options.pairs} pairs of turns of {TURN_S} s within one run of each job: the agent's processes run or are "
        "stopped, in an order by chance; medians of the pairs' ratios, intervals by ranks (binomial).",
        f"Load of the machine {before:.1f} at the start, {os.getloadavg()[0]:.1f} at the end.",
    ]
    print_report("Agent's overhead", method, rows)


if __name__ == "__main__":
    main()
