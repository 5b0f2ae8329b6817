"""The suite of a drive's own datasheet: what is rated, as workloads of which each may be held against its figure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Optional

from fioboard_agent.delivery.upload import Service, UnreachableError, make_printable
from fioboard_agent.errors import RefusedError, SetupError, UsageError
from fioboard_agent.host.paths import Roots
from fioboard_agent.inventory_types import Document
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.safety.clearance import Permissions, require_harmless_jobs
from fioboard_agent.safety.devices import find_kernel_name, read_device
from fioboard_agent.suites.served_job import Wishes, merge_workloads, read_job
from fioboard_agent.suites.workload import DATASHEET, MAX_WORKLOADS, Suite, Workload
from fioboard_agent.targets.resolution import resolve_path

RUNTIME_S = 60
SIZE_OF_FILES = "4g"
NO_RAW_DRIVE = "{target} is not a raw drive: its results are shown next to the datasheet but not rated by it."
_MIB = 1 << 20


@dataclass(frozen=True)
class Datasheet:
    """The drive behind a target, what its card promises, and what was left out, a sentence each."""

    card_id: str
    title: str
    suite: Suite
    size: str
    """Of the range to be measured, in MiB: the whole device, or a test file."""
    left_out: tuple[str, ...]


@dataclass(frozen=True)
class _Place:
    """What is to be measured, as far as it decides what may be run."""

    target: Path
    model: str
    capacity_bytes: Optional[int]
    device_bytes: Optional[int]
    """None for a folder or file."""
    is_raw: bool
    is_confirmed: bool

    @property
    def may_write(self) -> bool:
        """A test file is our own, or new."""
        return self.is_confirmed or self.device_bytes is None


def read_datasheet(
    service: Service,
    target: Path,
    inventory: Document,
    roots: Roots,
    *,
    confirmed: tuple[str, ...] = (),
    wishes: Wishes,
) -> Datasheet:
    """Ask the service for the card of the one drive behind the target. `confirmed`: what the operator says may be
    destroyed, which is that device and no other.

    Raises RefusedError where there is no such drive or card, or the confirmation is of something else; UsageError for
    one of a file; SetupError when the service cannot be asked."""
    place = _find_place(target, inventory, roots, confirmed)
    try:
        answer = service.get_spec_jobs(place.model, place.capacity_bytes)
    except UnreachableError as error:
        raise SetupError(f"{service.url} cannot be reached: {error}.") from None
    if not answer.is_success:
        raise SetupError(f"{service.url} has no datasheet jobs ({answer.status}): {answer.sentence}")
    return _build_datasheet(answer.body, place, wishes)


def _find_place(target: Path, inventory: Document, roots: Roots, confirmed: tuple[str, ...]) -> _Place:
    if not target.exists():
        # A file that fio is to make: what it lies on is what is measured.
        target = target.absolute().parent
    name = find_kernel_name(roots, target) if target.exists() and target.is_block_device() else None
    resolved = resolve_path(roots, str(target.resolve()), inventory)
    model, capacity_bytes = _find_drive(target, resolved["members"], inventory)
    if confirmed:
        if name is None:
            raise UsageError(f"--confirm-destroy is of a device, and {target} is none.")
        _require_confirmation(target, confirmed, roots)
    return _Place(
        target,
        model,
        capacity_bytes,
        device_bytes=read_device(roots, name).size_bytes if name else None,
        # As the service has it (rating): a partition, a volume and a loop device share their drive, or are none.
        is_raw=resolved["kind"] == "disk",
        is_confirmed=bool(confirmed),
    )


def _require_confirmation(target: Path, confirmed: tuple[str, ...], roots: Roots) -> None:
    """Run the check of every writing job, made before the service is asked and though its card may have only
    reads.
    """
    filename = str(target.absolute()).replace(":", r"\:")
    probe = parse_arguments(["--name=datasheet", f"--filename={filename}", "--rw=write", "--bs=4k", "--size=4k"])
    permissions = Permissions(confirmed=frozenset(confirmed))
    with require_harmless_jobs(probe, Path.cwd(), permissions, roots) as clearance:
        others = clearance.list_unused_confirmations(permissions)
    if others:
        raise RefusedError(f"--confirm-destroy {', '.join(others)} is not {target}; nothing was started.")


def _find_drive(target: Path, members: list[str], inventory: Document) -> tuple[str, Optional[int]]:
    """Return model and capacity in bytes."""
    if len(members) != 1:
        raise RefusedError(
            f"{target} has {len(members)} known drives behind it, but a datasheet is for one drive. Name one of them."
        )
    disk = (inventory.get("disks") or {}).get(members[0]) or {}
    if not disk.get("model"):
        raise RefusedError(f"The drive {members[0]} does not report its model, so its datasheet is unknown.")
    return str(disk["model"]), disk.get("size_bytes")


def _build_datasheet(body: dict[str, Any], place: _Place, wishes: Wishes) -> Datasheet:
    if body.get("card_id") is None:
        raise RefusedError(
            f"The service has no datasheet for {place.model}. To add one: fioboard spec add (docs/datasheets.md)"
        )
    # The whole of a file is what it is made as; the whole of a device is what the job says.
    wishes = replace(wishes, has_own_size=wishes.has_own_size or place.device_bytes is None)
    left_out = [] if place.is_raw else [NO_RAW_DRIVE.format(target=place.target)]
    measured: list[Workload] = []
    try:
        for job in body["jobs"]:
            runnable, sentences = _build_figure(job, place, wishes)
            measured += [runnable] if runnable else []
            left_out += sentences
        left_out += [_require_text(sentence) for sentence in body["left_out"]]
        card_id, title = _require_text(body["card_id"]), _require_text(body["title"])
    except (KeyError, TypeError, ValueError):
        raise SetupError("The service's jobs cannot be read. Is the service older than this agent?") from None
    if not measured:
        raise RefusedError(f"{title}: no test can be run. {' '.join(left_out)}")
    # What is written before one figure must not have been written before another that is rated without it.
    workloads = sorted(merge_workloads(measured), key=lambda workload: bool(workload.before))
    if len(workloads) > MAX_WORKLOADS:
        raise SetupError(f"{title} has {len(workloads)} tests; a batch can have at most {MAX_WORKLOADS}.")
    suite = Suite(DATASHEET, f"Is it as fast as {title} promises?", tuple(workloads), RUNTIME_S, SIZE_OF_FILES)
    size = SIZE_OF_FILES if place.device_bytes is None else f"{place.device_bytes // _MIB}m"
    return Datasheet(card_id, title, suite, size, tuple(left_out))


def _build_figure(job: dict[str, Any], place: _Place, wishes: Wishes) -> tuple[Optional[Workload], list[str]]:
    """Build the figure's workload, None where it is not run; and what is to be said of it."""
    name = _require_text(job["name"])
    by_hand = [f"{name}, by hand first: {_require_text(words)}" for words in job["by_hand"]]
    try:
        workload = read_job(job, wishes)
    except RefusedError as error:
        return None, [f"{name} is not run: {error}"]
    if (workload.writes or workload.before or job["is_destructive"]) and not place.may_write:
        return None, [f"{name} overwrites the target; to measure it too, add --confirm-destroy SERIAL.", *by_hand]
    if workload.before and place.device_bytes is None:
        reason = f"{name} is rated on a drive that was written before; a folder or file is not preconditioned."
        return replace(workload, before=()), [reason, *by_hand]
    return workload, by_hand


def _require_text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return make_printable(value)
