"""Where there is no sampler (FreeBSD, macOS): what the system's programs say before and after a run, and why no more.

Their answers cost a process each, a second long on drives that are busy: nothing to ask once a second beside fio.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Callable, Iterable

from fioboard_agent import __version__
from fioboard_agent.delivery.payload import format_timestamp
from fioboard_agent.inventory_types import Document, Moment

SCHEMA = 1
CollectInventory = Callable[[], Document]


@dataclass(frozen=True)
class BeforeAndAfter:
    """Stands in the place of a sampling; `end` asks again and writes samples.json without samples."""

    system: str
    disks: frozenset[str]
    started_at: str
    before: Moment
    collect: CollectInventory
    output: Path
    sampler: None = None

    def end(self) -> bool:
        """False when the file could not be written."""
        after = select_moment(self.collect(), self.disks)
        lacking = [
            f"disk:{name}: no program reported its temperature" for name in sorted(self.disks - set(after["disks"]))
        ]
        document: dict[str, Any] = {
            "schema": SCHEMA,
            "interval_ms": None,
            "started_at": self.started_at,
            "sampler": {
                "cpu_ms": None,
                "missed": 0,
                "version": __version__,
                "notes": [
                    f"no samples on {self.system}: health and errors before and after the run only",
                    *lacking,
                ],
            },
            "t_ms": [],
            "series": [],
            "links": [],
            "before": self.before,
            "after": after,
            "events": [],
        }
        with contextlib.suppress(OSError):
            self.output.write_text(json.dumps(document), encoding="ascii")
            return True
        return False


def start(
    system: str, inventory: Document, disks: Iterable[str], collect: CollectInventory, output: Path
) -> BeforeAndAfter:
    """Start from the inventory of the run, which holds what was before."""
    members = frozenset(disks)
    now = format_timestamp(datetime.now(timezone.utc))
    return BeforeAndAfter(system, members, now, select_moment(inventory, members), collect, output)


def select_moment(inventory: Document, disks: Iterable[str]) -> Moment:
    """Select the `moment` of a document, of these disks and of the functions that lead to them."""
    moment = inventory.get("moment") or {}
    health, errors = moment.get("disks") or {}, moment.get("aer") or {}
    functions = inventory.get("pci") or {}
    way: set[str] = set()
    for name in disks:
        address = ((inventory.get("disks") or {}).get(name) or {}).get("pci")
        while isinstance(address, str) and address in functions and address not in way:
            way.add(address)
            address = functions[address].get("parent")
    return {
        "disks": {name: health[name] for name in disks if name in health},
        "aer": {address: errors[address] for address in sorted(way) if address in errors},
    }
