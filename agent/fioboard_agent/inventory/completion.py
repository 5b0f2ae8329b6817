"""Adds to an inventory what a person allowed or said beyond what the collectors read: root's part, the BIOS."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

from fioboard_agent.firmware.settings import add_firmware_settings
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import Programs
from fioboard_agent.inventory import privileged
from fioboard_agent.inventory_types import Document


@dataclass(frozen=True)
class Additions:
    """`--privileged`, `--bios-file` (absolute) and `--set`: all runs of a batch have the same ones, also those after a
    resume."""

    is_privileged: bool = False
    bios_file: Optional[str] = None
    stated: tuple[tuple[str, Any], ...] = ()

    def merge(self, later: Additions) -> Additions:
        """Return both, where what was said later goes before what was said first."""
        return Additions(
            is_privileged=self.is_privileged or later.is_privileged,
            bios_file=later.bios_file or self.bios_file,
            stated=tuple(dict([*self.stated, *later.stated]).items()),
        )


def complete_inventory(document: Document, additions: Additions, roots: Roots) -> None:
    """Root of this host and its BMC say nothing about another machine's files. Raises UsageError for a dump that cannot
    be read."""
    if additions.is_privileged and roots.is_live and os.geteuid() != 0:
        privileged.complete(document, Programs())
    bios_file = Path(additions.bios_file) if additions.bios_file else None
    environ = os.environ if roots.is_live else {}
    add_firmware_settings(document, bios_file, dict(additions.stated), environ)
