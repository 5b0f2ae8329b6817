"""The suite of a drive's own datasheet: what is rated, as workloads of which each may be held against its figure."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Optional

from fioboard_agent.delivery.upload import Service, UnreachableError, printable
from fioboard_agent.errors import RefusedError, SetupError
from fioboard_agent.host.paths import Roots
from fioboard_agent.safety.devices import kernel_name, read_device
from fioboard_agent.suites.workload import DATASHEET, DIRECTIONS, MAX_WORKLOADS, Suite, Workload
from fioboard_agent.targets.resolution import resolve_path

SPEC_LABEL = "spec_card"
RUNTIME_S = 60
# A folder or file is no raw drive: its figures are shown beside the datasheet and never judged by it.
SIZE_OF_FILES = "4g"
_MIB = 1 << 20
_NAME = re.compile(r"[0-9a-z-]{1,60}")
_SIZE = re.compile(r"[1-9][0-9]{0,9}[km]?")
_MAX_DEPTH, _MAX_JOBS = 65_536, 1_024


@dataclass(frozen=True)
class Datasheet:
    """The drive behind a target, what its card promises, and what was left out, a sentence each."""

    card_id: str
    title: str
    suite: Suite
    size: str
    """Of the range to be measured, in MiB: the whole device, or a test file."""
    left_out: tuple[str, ...]


def read_datasheet(
    service: Service, target: Path, inventory: dict[str, Any], roots: Roots, *, is_confirmed: bool, is_worn_in: bool
) -> Datasheet:
    """Ask the service for the card of the one drive behind the target. `is_confirmed`: whether a device may be
    overwritten; `is_worn_in`: whether it is preconditioned.

    Raises RefusedError where there is no such drive or card, SetupError when the service cannot be asked."""
    size_bytes = _device_bytes(target, roots)
    model, capacity_bytes = _drive(target, inventory, roots)
    try:
        answer = service.spec_jobs(model, capacity_bytes)
    except UnreachableError as error:
        raise SetupError(f"{service.url} cannot be reached: {error}.") from None
    if not answer.is_success:
        raise SetupError(f"{service.url} has no jobs of datasheets ({answer.status}): {answer.sentence}")
    return _datasheet(answer.body, model, size_bytes, is_confirmed or size_bytes is None, is_worn_in)


def _device_bytes(target: Path, roots: Roots) -> Optional[int]:
    """None for a folder or file."""
    name = kernel_name(roots, target) if target.is_block_device() else None
    return read_device(roots, name).size_bytes if name else None


def _drive(target: Path, inventory: dict[str, Any], roots: Roots) -> tuple[str, Optional[int]]:
    """Model and capacity in bytes."""
    members = resolve_path(roots, str(target.resolve()), inventory)["members"]
    if len(members) != 1:
        raise RefusedError(
            f"{target} has {len(members)} known drives behind it; a datasheet is of one. Name one of them."
        )
    disk = (inventory.get("disks") or {}).get(members[0]) or {}
    if not disk.get("model"):
        raise RefusedError(f"The drive {members[0]} does not tell its model; nobody can know its datasheet.")
    return str(disk["model"]), disk.get("size_bytes")


def _datasheet(
    body: dict[str, Any], model: str, size_bytes: Optional[int], may_write: bool, is_worn_in: bool
) -> Datasheet:
    if body.get("card_id") is None:
        raise RefusedError(
            f"The service has no datasheet of {model}. One of your own: fioboard spec add (docs/datasheets.md)"
        )
    try:
        jobs = body["jobs"]
        measured = [_workload(job) for job in jobs if may_write or not job["is_destructive"]]
        if size_bytes is None:
            left_out = ["The target is no raw drive: these figures are shown beside the datasheet, not judged by it."]
        else:
            left_out = []
        left_out += [
            f"{_text(job['name'])} overwrites the target; with --confirm-destroy SERIAL it is measured, too."
            for job in jobs
            if job["is_destructive"] and not may_write
        ]
        for job in jobs:
            if "past_cache" in job["before"]:
                left_out.append(f"{_text(job['name'])} is rated past its cache, which this suite does not fill first.")
            elif job["before"] and may_write and not is_worn_in:
                left_out.append(f"{_text(job['name'])} is rated in steady state: add --precondition random.")
            left_out += [f"{_text(job['name'])}, by hand first: {_text(words)}" for words in job["by_hand"]]
        told = [_text(sentence) for sentence in body["left_out"]]
        card_id, title = _text(body["card_id"]), _text(body["title"])
    except (KeyError, TypeError, ValueError):
        raise SetupError("The service's jobs are not understood; is it older than this agent?") from None
    if not measured:
        raise RefusedError(f"{title}: every figure is of writes. {' '.join(left_out)}")
    # Several figures of a card are often of one test: it runs once.
    distinct = {replace(workload, name=""): workload for workload in reversed(measured)}
    workloads = tuple(reversed(list(distinct.values())))[:MAX_WORKLOADS]
    suite = Suite(DATASHEET, f"Is it as fast as {title} promises?", workloads, RUNTIME_S, SIZE_OF_FILES)
    size = SIZE_OF_FILES if size_bytes is None else f"{size_bytes // _MIB}m"
    return Datasheet(card_id, title, suite, size, (*left_out, *told))


def _workload(job: dict[str, Any]) -> Workload:
    """Raises ValueError for whatever no workload of ours may be: the service is not trusted to be harmless."""
    name, rw, bs, mixed = job["name"], job["rw"], job["bs"], job["rwmixread"]
    depth, jobs = job["iodepth"], job["numjobs"]
    if not (_NAME.fullmatch(name) and rw in DIRECTIONS and _SIZE.fullmatch(bs)):
        raise ValueError
    if not (_is_count(depth, _MAX_DEPTH) and _is_count(jobs, _MAX_JOBS)):
        raise ValueError
    if mixed is not None and not (isinstance(mixed, int) and 0 <= mixed <= 100):
        raise ValueError
    return Workload(name, rw, bs, depth, jobs, mixed)


def _is_count(value: object, most: int) -> bool:
    return isinstance(value, int) and 0 < value <= most


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return printable(value)
