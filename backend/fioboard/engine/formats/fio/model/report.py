"""What one printed report says, whatever its format: the entries of one moment of one run."""

from msgspec import Struct, field

from fioboard.engine.formats.fio.model.command import CommandLine
from fioboard.engine.formats.fio.model.entry import Entry
from fioboard.engine.formats.fio.model.lines import Ranges
from fioboard.engine.formats.fio.model.reading import DiskUtil, Message, Problem


class Report(Struct, kw_only=True):
    """Entries, options, disks, times and problems; results/runs.py joins reports of one run."""

    kind: str
    version: str | None
    entries: list[Entry]
    global_options: dict[str, str] = field(default_factory=dict)
    disks: tuple[DiskUtil, ...] | None = None
    printed_at_ms: int | None = None
    command: CommandLine | None = None
    title: str | None = None
    """The line of prose before results that were quoted alone."""
    lists_disks: bool = True
    """Whether the source lists the disks that fio measured; text that ends before "Disk stats" does not."""
    stated_at_ms: int | None = None
    """Local time of printing as the text states it, taken as UTC: its zone is unknown."""
    lines_used: Ranges = field(default_factory=list)
    copied_lines: Ranges = field(default_factory=list)
    """Lines that tell the same again, in no order."""
    lines_not_understood: list[int] = field(default_factory=list)
    """Lines at or behind it that look like figures and became none."""
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
