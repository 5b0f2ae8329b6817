"""What a point is held against: what the narrowest hop carries, and what its drives are rated at."""

from collections.abc import Set

from fioboard.core.quantity import read_quantity
from fioboard.features.series.kinds import RATED, one
from fioboard.filters import Metric
from fioboard.filters.table import ConfigurationTable
from fioboard.schemas.series import Promises, RatedMissing, X

CEILING = "chain.limit"
DRIVES = "drive.count"


def promises(
    table: ConfigurationTable, rows: Set[int], metric: Metric, drives: X | None, median: float | None
) -> Promises:
    """Of a point's configurations, where they agree. A rated value is one drive's, so it needs their number.

    `drives`: where x is their number; None: the configurations tell it.
    """
    ceiling = one({table.cell(CEILING, row) for row in rows}) if metric.is_ceiling else None
    label = RATED.get(metric.name)
    stated = {None if label is None else table.cell(label, row) for row in rows}
    each = one(stated)
    of_one = None if each is None else read_quantity(str(each), metric.unit)
    number = one({table.cell(DRIVES, row) for row in rows}) if drives is None else drives
    missing: RatedMissing | None = None
    rated = count = None
    if len(stated) > 1:
        missing = "differs"
    elif of_one is None:
        missing = "rated"
    elif metric.lower_is_better is not False:
        # Several drives are promised to be as quick as one.
        rated = float(of_one)
    elif isinstance(number, bool) or not isinstance(number, int | float):
        missing = "drives"
    else:
        count = float(number)
        rated = of_one * count
    return {
        "ceiling": ceiling if isinstance(ceiling, int | float) else None,
        "rated": rated,
        "rated_drives": count,
        "rated_missing": missing,
        "rated_ratio": median / rated if rated and median is not None else None,
    }
