"""`make bench-agent`: how long the inventory takes without root (goal: 2 s), and what sampling costs, in processor time
and in IOPS of fio with and without it (goal P12)."""

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.report import Row, print_report
from fioboard_agent.benchmark.runner import run_fio
from fioboard_agent.fio.program import FioProgram, find_fio
from fioboard_agent.host.paths import Roots
from fioboard_agent.inventory.document import collect_inventory
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.sampler.session import Sampling, start_sampling
from fioboard_agent.targets import resolve_targets

AGENT = Path(__file__).parents[2] / "agent" / "dist" / "agent.pyz"
COLLECTIONS = 9
SIZE = "--size=64m"
# One that waits for the disk, one that waits for the processor: the second would feel a sampler first.
WORKLOADS = {
    "file, libaio, direct, depth 32": ["--ioengine=libaio", "--direct=1", "--iodepth=32"],
    "memory, psync, 1 job": ["--ioengine=psync", "--direct=0"],
}
PLAIN, AGAIN, SAMPLED = "plain", "plain again", "sampled"


class Pair:
    """fio on one workload, as often as wanted, with or without the sampler."""

    def __init__(self, program: FioProgram, folder: Path, options: Sequence[str], seconds: int) -> None:
        self._program = program
        self._folder = folder
        self._roots = Roots()
        self._inventory = collect_inventory(self._roots, program)
        self._arguments = (
            *("--name=a", f"--directory={folder}", "--rw=randread", "--bs=4k", SIZE, *options),
            *("--time_based", f"--runtime={seconds}", "--randrepeat=0", "--norandommap=1"),
        )
        self._jobs = parse_arguments(list(self._arguments))
        self.iops(is_sampled=False)  # lays out the file

    def iops(self, *, is_sampled: bool) -> float:
        """Of one run."""
        output = self._folder / "fio.json"
        sampling = self.sampling() if is_sampled else None
        run_fio(
            self._program,
            (f"--output={output}", "--output-format=json+", "--eta=always", *self._arguments),
            self._folder,
            self._folder / "messages",
            lambda _: None,
            lambda _: None,
            sampling.sampler if sampling else None,
        )
        if sampling is not None and not sampling.end():
            raise SystemExit("the sampler failed")
        text = output.read_text()
        return float(json.loads(text[text.index("{") :])["jobs"][0]["read"]["iops"])

    def sampling(self) -> Sampling:
        """A sampler of this workload's target, waiting for its start."""
        targets = tuple(resolve_targets(self._roots, self._jobs, self._inventory))
        found = start_sampling(self._roots, self._inventory, targets, None, self._folder / "samples.json")
        if not isinstance(found, Sampling):
            raise SystemExit("no sampler on this system")
        return found

    def sampler_share_pct(self, seconds: int) -> float:
        """Processor time of a sampler that samples for so long, in per cent of one core."""
        sampling = self.sampling()
        began = time.monotonic()
        sampling.sampler.go()
        time.sleep(seconds)
        sampling.sampler.stop()
        elapsed_ms = (time.monotonic() - began) * 1000
        if not sampling.end():
            raise SystemExit("the sampler failed")
        samples = json.loads((self._folder / "samples.json").read_text())
        return 100 * float(samples["sampler"]["cpu_ms"]) / elapsed_ms


@contextmanager
def places() -> Iterator[Mapping[str, Path]]:
    """A folder on a disk and one in memory."""
    with (
        tempfile.TemporaryDirectory(dir="/var/tmp") as disk,
        tempfile.TemporaryDirectory(dir="/dev/shm") as memory,
    ):
        yield dict(zip(WORKLOADS, (Path(disk), Path(memory)), strict=True))


def collection_ms() -> list[int]:
    """Milliseconds that the agent needs for the whole inventory of this host as a user who is not root."""
    is_root = os.geteuid() == 0
    # nobody may not enter root's own Python.
    python = shutil.which("python3", path="/usr/bin:/usr/local/bin") if is_root else sys.executable
    if python is None:
        raise SystemExit("no python3 that every user can run")
    found = []
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        shutil.copyfile(AGENT, Path(folder, "agent.pyz"))
        for _ in range(COLLECTIONS):
            answer = subprocess.run(
                [python, f"{folder}/agent.pyz", "inventory", "--json"],
                check=True,
                stdout=subprocess.PIPE,
                cwd="/",
                env={"PATH": os.environ["PATH"], "HOME": "/nonexistent"},
                user="nobody" if is_root else None,
                extra_groups=[] if is_root else None,
            )
            collector = json.loads(answer.stdout)["collector"]
            if collector["privileged"]:
                raise SystemExit("the agent ran as root")
            found.append(int(collector["duration_ms"]))
    return found


def measure(pair: Pair, pairs: int, chance: random.Random) -> tuple[list[float], list[float]]:
    """Ratios of IOPS: sampled to plain, and plain to plain; the three runs of a round in random order."""
    sampled, noise = [], []
    for _ in range(pairs):
        order = [PLAIN, AGAIN, SAMPLED]
        chance.shuffle(order)
        found = {kind: pair.iops(is_sampled=kind == SAMPLED) for kind in order}
        sampled.append(found[SAMPLED] / found[PLAIN])
        noise.append(found[AGAIN] / found[PLAIN])
    return sampled, noise


def band(ratios: Sequence[float]) -> tuple[float, float]:
    """What nine tenths of the ratios lie between."""
    cuts = statistics.quantiles(ratios, n=20, method="inclusive")
    return cuts[0], cuts[-1]


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=2, help="of each fio run")
    parser.add_argument("--sampler-seconds", type=int, default=60)
    options = parser.parse_args()
    program, chance = find_fio(), random.Random(4)  # noqa: S311 an order
    rows = []
    taken = collection_ms()
    said = f"{statistics.median(taken):.0f} ms, at most {max(taken)} ms of {COLLECTIONS}"
    rows.append(Row("inventory without root, s", said, statistics.median(taken) / 1000, 2.0))
    with places() as folders:
        for name, folder in folders.items():
            pair = Pair(program, folder, WORKLOADS[name], options.seconds)
            share = pair.sampler_share_pct(options.sampler_seconds)
            rows.append(Row(f"P12 sampler at 1 Hz, % of a core ({name})", f"{share:.3f} %", share, 0.05))
            sampled, noise = measure(pair, options.pairs, chance)
            middle, (low, high) = statistics.median(sampled), band(noise)
            said = f"{middle:.4f}, nine tenths {band(sampled)[0]:.3f} to {band(sampled)[1]:.3f}"
            rows.append(Row(f"P12 IOPS with / without ({name})", said, middle, 0.995, is_at_least=True))
            verdict = "inside" if low <= middle <= high else "outside"
            said = f"{statistics.median(noise):.4f}, nine tenths {low:.3f} to {high:.3f}; the ratio above is {verdict}"
            rows.append(Row(f"the same without / without ({name})", said))
    method = [
        f"{options.pairs} rounds of three runs of {options.seconds} s (plain, plain, sampled) in random order,",
        f"fio {program.version} through the agent's own runner, random reads of 4 KiB, json+; medians.",
        f"The sampler's own processor time over {options.sampler_seconds} s, without its start and its end.",
    ]
    print_report("Agent", method, rows)


if __name__ == "__main__":
    main()
