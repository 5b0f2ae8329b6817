"""The table of a rehearsal: event, seconds without writes, seconds without reads, lost, doubled. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One event and what it cost."""

    event: str
    lasted_s: float
    """Until the laboratory was whole again."""
    without_writes_s: float
    without_reads_s: float
    acknowledged: int
    """Uploads that were promised to be kept in that time."""
    lost: int
    doubled: int


HEAD = (
    "",
    "Event",
    "whole again after",
    "s without writes",
    "s without reads",
    "acknowledged",
    "lost",
    "doubled",
)


def table(lines: Sequence[Line]) -> str:
    """In Markdown, with the sum."""
    rows = [
        (
            str(number),
            line.event,
            f"{line.lasted_s:.0f} s",
            f"{line.without_writes_s:.1f}",
            f"{line.without_reads_s:.1f}",
            str(line.acknowledged),
            str(line.lost),
            str(line.doubled),
        )
        for number, line in enumerate(lines, 1)
    ]
    rows.append(
        (
            "",
            "**all**",
            f"{sum(line.lasted_s for line in lines):.0f} s",
            f"{sum(line.without_writes_s for line in lines):.1f}",
            f"{sum(line.without_reads_s for line in lines):.1f}",
            str(sum(line.acknowledged for line in lines)),
            str(sum(line.lost for line in lines)),
            str(sum(line.doubled for line in lines)),
        )
    )
    return "\n".join("| " + " | ".join(row) + " |" for row in (HEAD, ("---",) * len(HEAD), *rows))


def by_kind(lines: Sequence[Line]) -> str:
    """The spread of each kind of event: number, middle and longest."""
    kinds: dict[str, list[Line]] = {}
    for line in lines:
        kinds.setdefault(line.event, []).append(line)
    head = ("Event", "n", "s without writes: middle, longest", "s without reads: middle, longest")
    rows = [
        (
            kind,
            str(len(of_kind)),
            _spread([line.without_writes_s for line in of_kind]),
            _spread([line.without_reads_s for line in of_kind]),
        )
        for kind, of_kind in kinds.items()
    ]
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, ("---",) * len(head), *rows))


def _spread(values: list[float]) -> str:
    ordered = sorted(values)
    return f"{ordered[(len(ordered) - 1) // 2]:.1f}, {ordered[-1]:.1f}"
