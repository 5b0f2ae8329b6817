"""Which reference counts for a run's workload, and what of both is to be compared. Pure: rows in, parts out."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from fioboard.engine.words.references import SCOPES, ReferenceScope, ReferenceState
from fioboard.store.queries.references import HeldRow, MeasuredByRow


@dataclass(frozen=True, slots=True)
class Pinned:
    """A reference in force."""

    id: UUID
    name: str
    host_id: UUID | None
    workload_id: UUID | None
    pinned_at: datetime


@dataclass(frozen=True, slots=True)
class Part:
    """The runs of a subject that one reference counts for, and those of the reference that they are held against."""

    pinned: Pinned
    workload_ids: tuple[UUID, ...]
    base: tuple[UUID, ...]
    new: tuple[UUID, ...]
    deleted: int
    """Runs of the reference with these workloads that are deleted."""
    is_whole: bool
    """Whether it counts for everything that these runs measured."""
    is_mixed: bool
    """Whether runs of one side with the same workload were not set up alike."""
    state: ReferenceState
    """compared: so far as runs tell; whether both sides have a figure is seen later."""


def find_scope(host_id: UUID | None, workload_id: UUID | None) -> ReferenceScope:
    """Return what a reference is for."""
    if host_id is not None:
        return "host" if workload_id is None else "host_workload"
    return "all" if workload_id is None else "workload"


def find_counting(pins: Iterable[Pinned], host_id: UUID, workload_id: UUID) -> Pinned | None:
    """Find the reference that counts of those that measured this workload: the most specific scope, then the
    newest.
    """
    fitting = (
        pin for pin in pins if pin.host_id in {None, host_id} and pin.workload_id in {None, workload_id}
    )
    return min(
        fitting,
        key=lambda pin: (
            SCOPES.index(find_scope(pin.host_id, pin.workload_id)),
            -pin.pinned_at.timestamp(),
            pin.id,
        ),
        default=None,
    )


class Measured:
    """What references measured, by workload."""

    def __init__(self, rows: Sequence[MeasuredByRow]) -> None:
        self._pins: dict[UUID, list[Pinned]] = defaultdict(list)
        self._rows: dict[tuple[UUID, UUID], MeasuredByRow] = {}
        for row in rows:
            pin = Pinned(row["id"], row["name"], row["host_id"], row["scope_workload_id"], row["pinned_at"])
            self._pins[row["workload_id"]].append(pin)
            self._rows[row["id"], row["workload_id"]] = row

    def parts(self, runs: Sequence[HeldRow]) -> list[Part]:
        """One for each reference that counts for some of these runs, the most specific first."""
        runs_of: dict[Pinned, dict[UUID, list[HeldRow]]] = defaultdict(lambda: defaultdict(list))
        for run in runs:
            for workload_id in run["workload_ids"]:
                pin = find_counting(self._pins[workload_id], run["host_id"], workload_id)
                if pin is not None:
                    runs_of[pin][workload_id].append(run)
        order = sorted(
            runs_of,
            key=lambda pin: (
                SCOPES.index(find_scope(pin.host_id, pin.workload_id)),
                -pin.pinned_at.timestamp(),
            ),
        )
        return [self._build_part(pin, runs_of[pin]) for pin in order]

    def _build_part(self, pin: Pinned, runs_of: Mapping[UUID, Sequence[HeldRow]]) -> Part:
        rows = [self._rows[pin.id, workload_id] for workload_id in runs_of]
        base = tuple(dict.fromkeys(run_id for row in rows for run_id in row["run_ids"]))
        deleted = {run_id for row in rows for run_id in row["deleted_ids"]}
        runs = {run["id"]: run for held in runs_of.values() for run in held}
        new = tuple(run_id for run_id in runs if run_id not in base)
        settings = [
            {run["configuration_id"] for run in held if run["id"] in new} for held in runs_of.values()
        ]
        return Part(
            pinned=pin,
            workload_ids=tuple(sorted(runs_of)),
            base=base,
            new=new,
            deleted=len(deleted),
            is_whole=all(set(run["workload_ids"]) <= runs_of.keys() for run in runs.values()),
            is_mixed=any(row["configurations"] > 1 for row in rows) or any(len(one) > 1 for one in settings),
            state="deleted" if not base else "compared" if new else "is_reference",
        )
