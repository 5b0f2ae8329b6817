"""What one printed report says, whatever its format: the entries of one moment of one run."""

from msgspec import Struct, field

from fioboard.fio.model.entry import Entry
from fioboard.fio.model.reading import DiskUtil, Message, Problem


class Report(Struct, kw_only=True):
    """Entries, options, disks, times and problems; results/runs.py joins reports of one run."""

    kind: str
    version: str | None
    entries: list[Entry]
    global_options: dict[str, str] = field(default_factory=dict)
    disks: tuple[DiskUtil, ...] | None = None
    printed_at_ms: int | None = None
    command_line: str | None = None
    lines: tuple[int, int] | None = None
    problems: list[Problem] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    is_truncated: bool = False
    is_later_than_previous: bool = False
    """Known to be the same run as the report before it, seen later."""

    @property
    def started_at_ms(self) -> int | None:
        """The first job_start (3.36+)."""
        return min([entry.started_at_ms for entry in self.entries if entry.started_at_ms], default=None)
