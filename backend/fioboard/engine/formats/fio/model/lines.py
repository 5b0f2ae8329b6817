"""Line numbers of a body as rising ranges: of a million lines that were read, one pair is kept."""

from collections.abc import Iterable

Ranges = list[tuple[int, int]]


def add_lines(ranges: Ranges, first: int, last: int) -> None:
    """Adds [first, last], which does not begin before the last range."""
    if ranges and first <= ranges[-1][1] + 1:
        ranges[-1] = ranges[-1][0], max(last, ranges[-1][1])
    else:
        ranges.append((first, last))


def build_ranges(lines: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Return line numbers in any order as rising ranges [first, last]."""
    ranges: Ranges = []
    for line in sorted(lines):
        add_lines(ranges, line, line)
    return tuple(ranges)
