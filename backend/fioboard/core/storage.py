"""Room on the disk that holds the database: new results are refused before PostgreSQL runs out of it.

A PostgreSQL that cannot write its log stops, and nothing can be read either. So what makes the database grow asks here
first, and the last bytes are left to what PostgreSQL itself needs: its log, its checkpoints, its temporary files.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fioboard.core import sentences
from fioboard.core.errors import StorageFull
from fioboard.core.figures import format_bytes

State = Literal["enough", "full", "unknown"]
RETRY_AFTER_S = 60
MB = 1_000_000


def free_bytes(folder: Path) -> int | None:
    """Bytes that we may still write to the disk of a folder; None when that cannot be told."""
    try:
        disk = os.statvfs(folder)
    except OSError:
        return None
    return disk.f_bavail * disk.f_frsize


@dataclass(frozen=True, slots=True)
class Storage:
    """The disk of the database's files."""

    folder: Path | None = None
    """Where they are; None: on another machine, or nobody told."""
    min_free_bytes: int = 0

    def state(self, more_bytes: int = 0) -> State:
        """Whether `more_bytes` fit without touching what is left to PostgreSQL."""
        free = None if self.folder is None else free_bytes(self.folder)
        if free is None:
            return "unknown"
        return "full" if free - more_bytes < self.min_free_bytes else "enough"

    def require_room(self, more_bytes: int = 0) -> None:
        """Raises StorageFull unless `more_bytes` fit, or nobody can tell: then PostgreSQL itself refuses."""
        if self.state(more_bytes) == "full":
            raise StorageFull(
                sentences.DISK_NEARLY_FULL(kept=format_bytes(self.min_free_bytes)),
                retry_after_s=RETRY_AFTER_S,
            )
