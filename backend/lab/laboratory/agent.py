"""One run through the real agent, watched from outside."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from laboratory.counters import read_cpu, read_disks
from laboratory.group import own_group
from laboratory.job_places import Place, device_number
from laboratory.observed import Observed
from laboratory.situation import Situation, Stage
from laboratory.verdicts import RunFailed, judge
from laboratory.watch import Watch

AGENT = Path(__file__).parents[3] / "agent" / "dist" / "agent.pyz"
# fio and the agent's own start and end.
MAX_RUN_S = 60
ENDS_WITHIN_S = 30


@dataclass(frozen=True, slots=True)
class Run:
    """What the laboratory saw, and what the service says."""

    observed: Observed
    findings: Mapping[str, str]
    """Text by rule."""
    unknown: Mapping[str, str]
    """Rules that could not be checked, and what was missing."""


def measure(situation: Situation, repeat: int, place: Place, state: Path) -> Run:
    """One repeat of a situation. Raises RunFailed."""
    _warm_or_cool(place, is_cold=situation.is_cold)
    names = tuple(dict.fromkeys((*place.devices, *([place.disk] if place.disk else []))))
    watch = Watch(lambda: _fio_pid(state))
    with own_group(f"fioboard-laboratory-{os.getpid()}", map(device_number, names)) as group:
        cached = _cached_share(place.read_file) if "{read}" in situation.job else None
        with situation.around(Stage(place, group, watch)), watch:
            before, cpu, began = read_disks(names), read_cpu(), time.monotonic()
            said = _run_agent(situation.arguments(repeat, place), state, group.join)
            after, cpu_after, seconds = read_disks(names), read_cpu(), time.monotonic() - began
        moved = {_name_of(number): both for number, both in group.moved().items()}
        entry = next(iter((state / "spool").iterdir()), None) if (state / "spool").exists() else None
        if entry is None:
            raise RunFailed(said)
        try:
            observed = Observed(
                place=place,
                disks={name: after[name] - before[name] for name in names},
                own=moved,
                cpu=cpu_after - cpu,
                cpus=os.cpu_count() or 1,
                own_cpu_s=group.cpu_s(),
                seconds=seconds,
                throttled=group.throttled(),
                cached_share=cached,
                file_bytes=place.left_bytes() or place.read_file.stat().st_size,
                main=watch.main,
                jobs=tuple(watch.jobs[pid] for pid in sorted(watch.jobs)),
                **counted((entry / "files" / "fio.json").read_text()),
            )
            return Run(observed, *judge(entry))
        finally:
            shutil.rmtree(entry)
            place.clear()


def _run_agent(arguments: Sequence[str], state: Path, join: Any) -> str:
    """The last of what it says. Raises RunFailed."""
    process = subprocess.Popen(
        [sys.executable, str(AGENT), "run", "--keep-free=1m", "--no-upload", "--", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=state,
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(state),
            "FIOBOARD_AGENT_STATE": str(state),
            "FIOBOARD_AGENT_LOCK": str(state / "lock"),
        },
        preexec_fn=join,  # noqa: PLW1509 it writes to files alone
    )
    try:
        said, _ = process.communicate(timeout=MAX_RUN_S)
    except subprocess.TimeoutExpired:
        raise RunFailed(f"not over after {MAX_RUN_S} s") from None
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            process.wait(ENDS_WITHIN_S)
    if process.returncode:
        raise RunFailed(said.strip()[-400:])
    return said.strip()[-400:]


def counted(text: str) -> dict[str, Any]:
    """What fio itself counted, from its JSON, as fields of Observed."""
    document = json.loads(text[text.index("{") :])
    ways = [(job, way) for job in document["jobs"] for way in ("read", "write")]
    sums = {
        f"{way}_{name}": sum(job[way][key] for job, one in ways if one == way)
        for way in ("read", "write")
        for name, key in (("bytes", "io_bytes"), ("ios", "total_ios"))
    }
    longest = max((job[way]["runtime"] for job, way in ways), default=0)
    by_job = tuple(job["read"]["io_bytes"] for job in document["jobs"])
    return {**sums, "fio_s": longest / 1000, "job_read_bytes": by_job}


def _fio_pid(state: Path) -> int | None:
    for draft in state.glob("spool/*/draft.json"):
        try:
            return int(json.loads(draft.read_text())["fio"]["pid"])
        except (OSError, KeyError, ValueError):
            continue
    return None


def _warm_or_cool(place: Place, *, is_cold: bool) -> None:
    with place.read_file.open("rb") as file:
        if is_cold:
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        else:
            while file.read(1 << 20):
                pass


def _cached_share(path: Path) -> float | None:
    """Of a file, as fincore counts its pages in memory; None where it is not installed."""
    if shutil.which("fincore") is None:
        return None
    words = ["fincore", "--bytes", "--noheadings", "--output", "RES", str(path)]
    resident = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout
    return int(resident or 0) / path.stat().st_size


def _name_of(number: str) -> str:
    link = Path(f"/sys/dev/block/{number}")
    return link.resolve().name if link.exists() else number
