"""When a figure changed in a series of alike runs, what changed then, and which runs make a series. Pure.

series_key(setting)  →  changes(points), or watch(points, seen)  →  suspicion(history, change)
"""

from fioboard.watch.change import ChangePoint, Point
from fioboard.watch.detect import Watched, changes, watch
from fioboard.watch.series import SeriesKey, role_of, series_key
from fioboard.watch.suspects import Recorded, Suspect, Suspicion, Unknown, suspicion

__all__ = [
    "ChangePoint",
    "Point",
    "Recorded",
    "SeriesKey",
    "Suspect",
    "Suspicion",
    "Unknown",
    "Watched",
    "changes",
    "role_of",
    "series_key",
    "suspicion",
    "watch",
]
