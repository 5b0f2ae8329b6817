"""The rows of the fleet that one upload gives: its host's state, its drives, and which of them its run measured."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from fioboard.core.ids import uuid7
from fioboard.core.sanitize import Document, encoded
from fioboard.engine.hardware.inventory import drives
from fioboard.engine.hardware.inventory.machine import read_identifiers
from fioboard.engine.hardware.inventory.path import Path
from fioboard.engine.hardware.inventory.pci import Seen
from fioboard.engine.hardware.inventory.samples import Samples
from fioboard.engine.hardware.inventory.tolerant import mapping
from fioboard.store.queries.derived import Derived


class MachineRows:
    """Collects them; an upload without inventory gives none."""

    def __init__(self, inventory: Document | None, moment: Document) -> None:
        self._inventory = inventory
        self._moment = moment
        self._seen: Seen = {}
        self._measured: list[tuple[UUID, str]] = []

    def add(self, run_id: UUID, path: Path | None, samples: Samples | None) -> None:
        """A run. What it measured tells of one drive only where its data went to one."""
        if samples is not None:
            self._seen = samples.seen
            for moment in (samples.before, samples.after):
                self._moment = _merge_moment(self._moment, moment)
        if path is not None and len(path.members) == 1:
            self._measured.append((run_id, path.members[0].disk))

    def fill(self, derived: Derived, seen_at: datetime) -> None:
        """Puts the rows where the statements read them."""
        if self._inventory is None:
            return
        units = drives.hash_drives(self._inventory)
        derived.machine = encoded(
            [{"seen_at": seen_at, "degraded_arrays": drives.list_degraded(self._inventory) or []}]
        )
        derived.identifiers = encoded(
            [
                {"kind": one.kind, "sha256": one.sha256.hex(), "seen_at": seen_at}
                for one in read_identifiers(self._inventory, self._moment)
            ]
        )
        derived.drives = encoded(
            [
                {"id": uuid7(), "seen_at": seen_at, **drive}
                for drive in drives.list_drives(self._inventory, self._moment, self._seen)
            ]
        )
        derived.run_drives = encoded(
            [{"run_id": run_id, "unit": units[disk]} for run_id, disk in self._measured if disk in units]
        )


def _merge_moment(moment: Document, newer: Document) -> Document:
    """Merge a moment with what a newer one says of each drive; what that one does not tell stays as it was."""
    merged: dict[str, object] = dict(mapping(moment, "disks"))
    for name, health in mapping(newer, "disks").items():
        if isinstance(health, Mapping):
            known = {key: value for key, value in health.items() if value is not None}
            merged[name] = {**mapping(merged, name), **known}
    return {**moment, "disks": merged}
