"""What a point is held against: what the slowest link carries, and what its drives are rated at."""

from collections.abc import Iterable, Set

from fioboard.app.runs.explore.series.kinds import RATED, one
from fioboard.core.quantity import read_quantity
from fioboard.engine.answers.series import Promises, RatedMissing, X
from fioboard.engine.filters import Metric
from fioboard.engine.filters.table import ConfigurationTable

CEILING = "chain.limit"
DRIVES = "drive.count"


def promises(
    table: ConfigurationTable,
    rows: Set[int],
    metric: Metric,
    drives: X | None,
    median: float | None,
    *,
    are_reads: bool,
) -> Promises:
    """Of a point's configurations, where they agree. A rated value is one drive's, so it needs their number.

    `drives`: where x is their number; None: the configurations tell it. `are_reads`: whether reads alone were measured:
    the factor is what the path carries of them, and an array writes more than it is given.
    """
    holds = metric.is_ceiling and are_reads
    ceiling = one({table.cell(CEILING, row) for row in rows}) if holds else None
    label = RATED.get(metric.name)
    stated = {None if label is None else table.cell(label, row) for row in rows}
    each = one(stated)
    of_one = None if each is None else read_quantity(str(each), metric.unit)
    counts = _counts(table, rows) if drives is None else _numbers([drives])
    missing: RatedMissing | None = None
    rated = count = None
    if label is None:
        pass  # nobody can state a rating of it, so that none is missed
    elif len(stated) > 1:
        missing = "differs"
    elif of_one is None:
        missing = "rated"
    elif metric.lower_is_better is not False:
        # Several drives are promised to be as quick as one.
        rated = float(of_one)
    elif len(counts) > 1:
        missing = "mixed_drives"
    elif counts[0] is None:
        missing = "drives"
    else:
        count = counts[0]
        rated = of_one * count
    return {
        "ceiling": ceiling if isinstance(ceiling, int | float) else None,
        "rated": rated,
        "rated_drives": count,
        "rated_missing": missing,
        "drive_counts": counts,
        "rated_ratio": median / rated if rated and median is not None else None,
    }


def _counts(table: ConfigurationTable, rows: Set[int]) -> list[float | None]:
    """Numbers of drives that the configurations tell; a run on several targets may tell several."""
    cells = [table.cell(DRIVES, row) for row in rows]
    return _numbers(value for cell in cells for value in (cell if isinstance(cell, tuple) else (cell,)))


def _numbers(values: Iterable[object]) -> list[float | None]:
    """Distinct numbers, rising; None, last: something else was told, or nothing."""
    numbers = {
        float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
        for value in values
    }
    return sorted(numbers, key=lambda number: (number is None, number))
