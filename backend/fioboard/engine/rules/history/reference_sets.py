"""A figure beside what other labs measured with the same drives and test: its place among their drives."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fioboard.core.figures import format_things
from fioboard.core.sentence import Sentence
from fioboard.engine.reference_sets.difference import UNITS, count_drives, get_middle, is_beyond_spread
from fioboard.engine.reference_sets.document import LEVELS, Cell, Figure
from fioboard.engine.rules.history.past import Measured
from fioboard.engine.rules.sentences.history import BEYOND_SPREAD, OTHER_FIRMWARE, OTHER_LAB, PLACED
from fioboard.engine.rules.sentences.yardstick import ABOVE_HIGHEST, BELOW_LOWEST, BETWEEN
from fioboard.engine.rules.yardstick import Yardstick

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
    def is_same_firmware(self) -> bool:
        """Whether the cell's drives are known to have the firmware of the run's."""
        return self.cell.firmware is not None and self.cell.firmware == self.firmware


@dataclass(frozen=True, slots=True)
class _Pair:
    """The figure that people speak of, of a result and of the drives of a cell."""

    of: CellOfRun
    value: float
    figure: Figure


def compute_percentile(value: float, quantiles: Sequence[float]) -> float:
    """Return the percentile of a value among drives, 0 to 100, linear between quantiles; the middle of equal ones."""
    first, behind = bisect_left(quantiles, value), bisect_right(quantiles, value)
    if behind > first:
        return (LEVELS[first] + LEVELS[behind - 1]) / 2
    if first in {0, len(quantiles)}:
        return 0.0 if first == 0 else 100.0
    low, high = quantiles[first - 1], quantiles[first]
    return LEVELS[first - 1] + (LEVELS[first] - LEVELS[first - 1]) * (value - low) / (high - low)


@dataclass(frozen=True, slots=True)
class PlacedFigure:
    """Return the place of a result among the drives of a cell."""

    of: CellOfRun
    figure: Figure
    words: str
    """`8th percentile of 41 drives`."""
    percentile: float | None
    is_beyond_spread: bool
    """Whether this cell and the first differ beyond their spread."""


def list_places(cells: Sequence[CellOfRun]) -> list[PlacedFigure]:
    """Place one result in each cell: that of its firmware first, then those of the most drives."""
    pairs = [pair for one in cells for pair in _list_pairs(one)]
    pairs.sort(key=lambda pair: (not pair.of.is_same_firmware, -pair.of.cell.drives))
    return [
        PlacedFigure(
            of=pair.of,
            figure=pair.figure,
            words=f"{_describe_place(pair)} of {count_drives(pair.of.cell)}",
            percentile=_find_percentile(pair),
            # Another firmware explains a difference; another lab does not.
            is_beyond_spread=pair.of.lab != pairs[0].of.lab
            and pair.of.cell.firmware in {None, pairs[0].of.cell.firmware}
            and is_beyond_spread(pairs[0].figure, pair.figure),
        )
        for pair in pairs
    ]


def compare_with_sets(cells: Sequence[CellOfRun]) -> Yardstick | None:
    """Place the run's largest result among the drives of the set that has the most, those of its firmware first; what
    the other sets and other firmware say follows. None without a set.
    """
    pairs = [pair for one in cells for pair in _list_pairs(one)]
    if not pairs:
        return None
    largest = max((pair.of.measured for pair in pairs), key=lambda one: one.bw_bytes_per_s or 0)
    of_result = [pair for pair in pairs if pair.of.measured == largest]
    first = max(of_result, key=lambda pair: (pair.of.is_same_firmware, pair.of.cell.drives))
    lab, firmware = first.of.lab, first.of.cell.firmware
    others = [pair for pair in of_result if pair.of.lab != lab and pair.of.cell.firmware == firmware]
    newer = [
        pair for pair in of_result if pair.of.lab == lab and pair.of.cell.firmware not in {None, firmware}
    ]
    text = [_describe_other(first, pair) for pair in others[:MAX_OTHERS]]
    text += [_describe_firmware(pair) for pair in newer[:MAX_OTHERS]]
    return Yardstick("reference_set", _describe_first(first), tuple(text))


def _list_pairs(one: CellOfRun) -> Iterator[_Pair]:
    """List the pair of a cell; nothing where the run or the set lacks the figure."""
    for name, unit in UNITS.items():
        figure, value = one.cell.figures.get(name), one.measured.rate
        if unit == one.measured.unit and figure is not None and value:
            yield _Pair(one, value, figure)


def _describe_first(pair: _Pair) -> Sentence:
    one = pair.of
    what = one.measured.what
    return PLACED(
        what=what[:1].upper() + what[1:],
        measured=one.measured.spoken(pair.value),
        place=_describe_place(pair),
        drives=count_drives(one.cell),
        labs=format_things(one.cell.labs, "lab"),
        link=one.cell.link or "an unknown link",
        firmware=_describe_cell_firmware(one),
        lab=one.lab,
    )


def _describe_other(first: _Pair, pair: _Pair) -> Sentence:
    is_apart = is_beyond_spread(first.figure, pair.figure)
    return (BEYOND_SPREAD if is_apart else OTHER_LAB)(
        lab=pair.of.lab,
        place=_describe_place(pair),
        drives=count_drives(pair.of.cell),
        firmware=_describe_cell_firmware(pair.of),
    )


def _describe_firmware(pair: _Pair) -> Sentence:
    low, high = get_middle(pair.figure)
    return OTHER_FIRMWARE(
        firmware=pair.of.cell.firmware,
        low=pair.of.measured.spoken(low),
        high=pair.of.measured.spoken(high),
        drives=count_drives(pair.of.cell),
        lab=pair.of.lab,
    )


def _describe_cell_firmware(one: CellOfRun) -> str:
    if one.is_same_firmware:
        return ""
    return f" with firmware {one.cell.firmware}" if one.cell.firmware else " with unknown firmware"


def _describe_place(pair: _Pair) -> str:
    figure, value, spoken = pair.figure, pair.value, pair.of.measured.spoken
    if value < figure.low:
        return BELOW_LOWEST(low=spoken(figure.low))
    if value > figure.high:
        return ABOVE_HIGHEST(high=spoken(figure.high))
    percentile = _find_percentile(pair)
    if percentile is None:
        return BETWEEN(low=spoken(figure.low), high=spoken(figure.high))
    return f"{_write_ordinal(round(percentile))} percentile"


def _find_percentile(pair: _Pair) -> float | None:
    """Find the percentile of a value; None outside of what was measured, or among too few drives."""
    figure, value = pair.figure, pair.value
    if figure.quantiles is None or pair.of.cell.drives < MIN_PERCENTILE_DRIVES:
        return None
    return compute_percentile(value, figure.quantiles) if figure.low <= value <= figure.high else None


def _write_ordinal(number: int) -> str:
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number % 100 in {11, 12, 13} else endings.get(number % 10, 'th')}"
