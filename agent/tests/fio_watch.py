"""What the fio of a spool does at this moment, from /proc: to act when it measures, however busy the machine is."""

from __future__ import annotations

import json
import re
from pathlib import Path

from fioboard_agent.host.paths import Folders

# More than fio reads and writes of its own accord: libraries, job files, laying out a test file of 1 MiB.
_AT_WORK_BYTES = 4 << 20


def fio_of(folders: Folders) -> list[int]:
    """Process ids of the fio that works in one of our spool folders, its jobs' processes among them."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdigit() and str((process / "cwd").readlink()).startswith(str(folders.spool)):
                found.append(int(process.name))
        except OSError:
            continue
    return found


def is_alive(process: int) -> bool:
    """Dead is enough: in a container nobody may come to bury it. It may go while it is looked at."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def started_runs(folders: Folders, *, in_batch: bool = False) -> set[Path]:
    """The drafts of the runs whose fio was started; of a suite's steps only, which its preconditioning is not."""
    return {path for path in folders.spool.glob("*/draft.json") if _is_started(path, in_batch)}


def fio_is_measuring(folders: Folders, *, in_batch: bool = False) -> bool:
    """Its jobs have moved data: there is something to report, and signals are handled."""
    return bool(started_runs(folders, in_batch=in_batch)) and sum(map(_moved_bytes, fio_of(folders))) > _AT_WORK_BYTES


def _is_started(path: Path, in_batch: bool) -> bool:
    try:
        draft = json.loads(path.read_text())
    except (OSError, ValueError):  # it is being written, or was sent meanwhile
        return False
    return "fio" in draft and (not in_batch or draft["manifest"]["batch"] is not None)


def _moved_bytes(process: int) -> int:
    try:
        counters = Path(f"/proc/{process}/io").read_text()
    except OSError:  # it has ended meanwhile
        return 0
    # Asynchronous engines are counted in bytes only, reads from memory in chars only.
    return sum(
        int(count) for count in re.findall(r"^(?:[rw]char|read_bytes|write_bytes): (\d+)", counters, re.MULTILINE)
    )
