"""A figure beside what other labs measured with the same drives and test: its place among their drives."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from fioboard.core.sentence import Sentence
from fioboard.findings.history.past import Measured
from fioboard.findings.sentences.history import BEYOND_SPREAD, OTHER_FIRMWARE, OTHER_LAB, PLACED
from fioboard.findings.yardstick import Yardstick
from fioboard.reference_sets.difference import get_middle, is_beyond_spread
from fioboard.reference_sets.document import LEVELS, Cell, Figure

# Fewer drives than this have no percentile worth saying.
MIN_PERCENTILE_DRIVES = 10
MAX_OTHERS = 3


@dataclass(frozen=True, slots=True)
class CellOfRun:
    """A result of a run beside a cell of a reference set."""

    measured: Measured
    firmware: str | None
    """Of the run's drives."""
    cell: Cell
    lab: str

    @property
    def figure(self) -> Figure | None:
        """Return the drives' figure that people speak of; None where the set has none."""
        by_unit: dict[str, Figure | None] = {
            "IOPS": self.cell.figures.get("iops"),
            "bytes/s": self.cell.figures.get("bw_bytes_per_s"),
        }
        return by_unit.get(self.measured.unit)

    @property
    def is_same_firmware(self) -> bool:
        """Whether the cell's drives have the firmware of the run's."""
        return self.cell.firmware == self.firmware


def compute_percentile(value: float, quantiles: Sequence[float]) -> float:
    """Return the percentile of a value among drives, 0 to 100, linear between quantiles; the middle of equal ones."""
    first, behind = bisect_left(quantiles, value), bisect_right(quantiles, value)
    if behind > first:
        return (LEVELS[first] + LEVELS[behind - 1]) / 2
    if first in {0, len(quantiles)}:
        return 0.0 if first == 0 else 100.0
    low, high = quantiles[first - 1], quantiles[first]
    return LEVELS[first - 1] + (LEVELS[first] - LEVELS[first - 1]) * (value - low) / (high - low)


def compare_with_sets(cells: Sequence[CellOfRun]) -> Yardstick | None:
    """Place the run's largest result among the drives of the set that has the most, those of its firmware first; what
    the other sets and other firmware say stands behind. None without a set.
    """
    known = [one for one in cells if one.figure is not None and one.measured.rate]
    if not known:
        return None
    largest = max((one.measured for one in known), key=lambda one: one.bw_bytes_per_s or 0)
    of_result = [one for one in known if one.measured == largest]
    first = max(of_result, key=lambda one: (one.is_same_firmware, one.cell.drives))
    others = [one for one in of_result if one.lab != first.lab and one.cell.firmware == first.cell.firmware]
    newer = [
        one
        for one in of_result
        if one.lab == first.lab and one.cell.firmware not in {None, first.cell.firmware}
    ]
    text = [_describe_other(first, one) for one in others[:MAX_OTHERS]]
    text += [_describe_firmware(one) for one in newer[:MAX_OTHERS]]
    return Yardstick("reference_set", _describe_first(first), tuple(text))


def _describe_first(one: CellOfRun) -> Sentence:
    what = one.measured.what
    return PLACED(
        what=what[:1].upper() + what[1:],
        measured=one.measured.spoken(one.measured.rate or 0),
        place=_describe_place(one),
        drives=_count(one.cell.drives, "drive"),
        labs=_count(one.cell.labs, "lab"),
        link=one.cell.link or "an unknown link",
        firmware=_describe_cell_firmware(one),
        lab=one.lab,
    )


def _describe_other(first: CellOfRun, one: CellOfRun) -> Sentence:
    is_apart = (
        first.figure is not None and one.figure is not None and is_beyond_spread(first.figure, one.figure)
    )
    return (BEYOND_SPREAD if is_apart else OTHER_LAB)(
        lab=one.lab,
        place=_describe_place(one),
        drives=_count(one.cell.drives, "drive"),
        firmware=_describe_cell_firmware(one),
    )


def _describe_firmware(one: CellOfRun) -> Sentence:
    low, high = get_middle(one.figure) if one.figure else (0.0, 0.0)
    return OTHER_FIRMWARE(
        firmware=one.cell.firmware,
        low=one.measured.spoken(low),
        high=one.measured.spoken(high),
        drives=_count(one.cell.drives, "drive"),
        lab=one.lab,
    )


def _describe_cell_firmware(one: CellOfRun) -> str:
    if one.is_same_firmware:
        return ""
    return f" with firmware {one.cell.firmware}" if one.cell.firmware else " with unknown firmware"


def _describe_place(one: CellOfRun) -> str:
    figure, value = one.figure, one.measured.rate or 0.0
    if figure is None or value < figure.low:
        return f"below the lowest ({one.measured.spoken(figure.low if figure else 0)})"
    if value > figure.high:
        return f"above the highest ({one.measured.spoken(figure.high)})"
    if figure.quantiles is None or one.cell.drives < MIN_PERCENTILE_DRIVES:
        spoken = one.measured.spoken
        return f"between the lowest ({spoken(figure.low)}) and the highest ({spoken(figure.high)})"
    return f"{_write_ordinal(round(compute_percentile(value, figure.quantiles)))} percentile"


def _count(number: int, noun: str) -> str:
    return f"1 {noun}" if number == 1 else f"{number:,} {noun}s"


def _write_ordinal(number: int) -> str:
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number % 100 in {11, 12, 13} else endings.get(number % 10, 'th')}"
