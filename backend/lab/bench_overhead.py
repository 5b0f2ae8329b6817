"""`make bench-overhead`: what the agent costs the fio that it runs. The same job bare and through `fioboard-agent run`,
in turn A B B A, many short pairs; the median ratio of each figure with its 95 % interval (goal: IOPS 0.995 to 1.005).

On a busy machine IOPS of both sides vary with what else runs; I/Os for each second of fio's own processor time do not.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path

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
FIGURES = ("IOPS", "I/Os per second of fio's processor time")
LOW, HIGH = 0.995, 1.005


@dataclass(frozen=True, slots=True)
class Side:
    """How the job is started, and where its output is found."""

    command: tuple[str, ...]
    output: str


class Turns:
    """One job in a folder of its own, bare or through the agent."""

    def __init__(self, folder: Path, options: Sequence[str], seconds: int) -> None:
        self._folder = folder
        self._state = folder / "state"
        job = (
            "--name=a",
            *options,
            "--time_based",
            f"--runtime={seconds}",
            "--randrepeat=1",
            "--norandommap=1",
        )
        bare = ("fio", "--output=bare.json", "--output-format=json+", *job)
        through = (sys.executable, str(AGENT), "run", "--no-upload", "--keep-free", "1m", "--", *job)
        self._sides = {
            "bare": Side(bare, "bare.json"),
            "agent": Side(through, "state/spool/*/files/fio.json"),
        }
        (folder / "file").write_bytes(os.urandom(1 << 20) * 64)

    def measure(self, side: str) -> tuple[float, float]:
        """Run one side; IOPS, and I/Os for each second of processor time."""
        shutil.rmtree(self._state, ignore_errors=True)
        started = self._sides[side]
        environment = {
            **{name: os.environ[name] for name in ("PATH", "HOME")},
            **{"FIOBOARD_AGENT_STATE": str(self._state), "FIOBOARD_AGENT_LOCK": str(self._folder / "lock")},
        }
        done = subprocess.run(
            started.command,
            cwd=self._folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise SystemExit(done.stderr[-800:])
        [output] = self._folder.glob(started.output)
        text = output.read_text()
        [job] = json.loads(text[text.index("{") :])["jobs"]
        iops = float(job["read"]["iops"])
        return iops, iops / ((job["usr_cpu"] + job["sys_cpu"]) / 100)


def compare(turns: Turns, rounds: int) -> list[list[float]]:
    """Ratios agent to bare of each figure: two pairs a round, in the order A B B A."""
    turns.measure("bare")
    ratios: list[list[float]] = [[] for _ in FIGURES]
    for _ in range(rounds):
        bare, agent, again, last = (turns.measure(side) for side in ("bare", "agent", "agent", "bare"))
        for number, found in enumerate(ratios):
            found += [agent[number] / bare[number], again[number] / last[number]]
    return ratios


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
    parser.add_argument("--rounds", type=int, default=50, help="of four runs each")
    parser.add_argument("--seconds", type=int, default=1, help="of each run")
    parser.add_argument("--job", default="", help="only jobs whose name holds this")
    parser.add_argument("--folder", default=tempfile.gettempdir(), help="of the file that is read")
    options = parser.parse_args()
    rows = []
    before = os.getloadavg()[0]
    for name, job in ((name, job) for name, job in JOBS.items() if options.job in name):
        with tempfile.TemporaryDirectory(dir=options.folder) as folder:
            ratios = compare(Turns(Path(folder), job, options.seconds), options.rounds)
        for figure, found in zip(FIGURES, ratios, strict=True):
            middle, (low, high) = statistics.median(found), find_interval(found)
            is_proven = low >= LOW and high <= HIGH
            is_refuted = high < LOW or low > HIGH
            word = "within" if is_proven else "outside" if is_refuted else "not decided"
            said = f"{middle:.4f}, 95 % {low:.4f} to {high:.4f}, n = {len(found)}: {word} {LOW} to {HIGH}"
            rows.append(Row(f"{figure}, agent / bare ({name})", said))
    method = [
        f"{options.rounds} rounds bare, agent, agent, bare of {options.seconds} s each, so two pairs a round; "
        "medians of the pairs' ratios, intervals by ranks (binomial).",
        f"Load of the machine {before:.1f} at the start, {os.getloadavg()[0]:.1f} at the end.",
    ]
    print_report("Agent's overhead", method, rows)


if __name__ == "__main__":
    main()
