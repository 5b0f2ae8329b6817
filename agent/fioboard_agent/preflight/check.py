"""One answer of the checks before a run, and what all of them are given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from fioboard_agent.host.paths import Roots
from fioboard_agent.inventory_types import Disk, Document
from fioboard_agent.preflight.activity import Activity

OK, WARNING, UNKNOWN = "ok", "warning", "unknown"
_IN_WORDS = {OK: "ok", WARNING: "warning", UNKNOWN: "skipped"}


@dataclass(frozen=True)
class Check:
    """`status` is one of the three above; `reason` says why it could not be checked, and only then."""

    id: str
    status: str
    text: str
    reason: Optional[str] = None

    @property
    def line(self) -> str:
        """For the terminal."""
        why = f" ({self.reason})" if self.reason else ""
        return f"{_IN_WORDS[self.status]:>15}  {self.text}{why}"

    def build_document(self) -> dict[str, Any]:
        """Build an entry of `manifest.preflight`."""
        return {"id": self.id, "status": self.status, "text": self.text, "reason": self.reason}


@dataclass(frozen=True)
class Situation:
    """The host just before fio starts. `inventory` and `targets` are those of the run's documents."""

    roots: Roots
    inventory: Document
    targets: tuple[dict[str, Any], ...]
    activity: Activity

    @property
    def drives(self) -> dict[str, Disk]:
        """The members of the targets, as the inventory has them."""
        known = self.inventory.get("disks") or {}
        names = dict.fromkeys(name for target in self.targets for name in target.get("members") or [])
        return {name: known.get(name) or {} for name in names}

    @property
    def why_no_drives(self) -> Optional[str]:
        """Why nothing can be said of drives; None where some are known, or there are none (memory, /dev/null)."""
        lacking = [target for target in self.targets if not target.get("members") and target["kind"] not in _NO_DRIVES]
        if self.drives or not lacking:
            return None
        return lacking[0].get("reason") or f"no drive of this host is known below a target of kind {lacking[0]['kind']}"


_NO_DRIVES = frozenset({"tmpfs", "memory", "null_device"})
