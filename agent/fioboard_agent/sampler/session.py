"""Sampling of one run from its plan to samples.json, as benchmark/bench.py needs it: begin, hand to the runner, end."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional, Union

from fioboard_agent.host.paths import Roots
from fioboard_agent.inventory.document import collect_inventory
from fioboard_agent.inventory_types import Disk, Document
from fioboard_agent.sampler import before_after
from fioboard_agent.sampler.before_after import BeforeAndAfter
from fioboard_agent.sampler.moment import collect_moment
from fioboard_agent.sampler.plan import list_hops, make_plan
from fioboard_agent.sampler.process import Sampler, start_sampler


@dataclass(frozen=True)
class Sampling:
    """A sampler that waits for fio, and what will be read again when fio has ended."""

    sampler: Sampler
    roots: Roots
    disks: dict[str, Disk]
    functions: list[str]

    def end(self) -> bool:
        """Read the state after the run and wait for the file; False when there is none."""
        return self.sampler.finish(collect_moment(self.roots, self.disks, self.functions))


def start_sampling(
    roots: Roots,
    inventory: Document,
    targets: tuple[dict[str, Any], ...],
    fio_cpus: Optional[dict[str, Optional[str]]],
    output: Path,
    system: Optional[str] = None,
) -> Optional[Union[Sampling, BeforeAndAfter]]:
    """Start a sampler that will write `output`; None where it does not start. Elsewhere than on Linux the moment
    before and after the run is all there is, and `output` says so.
    """
    members = {name for target in targets for name in target.get("members") or []}
    system = system or platform.system()
    if system != "Linux":
        return before_after.start(system, inventory, members, lambda: collect_inventory(roots, None, system), output)
    disks = {name: disk for name, disk in (inventory.get("disks") or {}).items() if name in members}
    functions = list_hops(roots, inventory, disks)
    before = collect_moment(roots, disks, functions)
    allowed = fio_cpus["cpus_allowed"] if fio_cpus else None
    sampler = start_sampler(make_plan(roots, inventory, targets, allowed, before, output))
    return None if sampler is None else Sampling(sampler, roots, disks, functions)
