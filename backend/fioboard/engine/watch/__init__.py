"""When a figure changed in a series of alike runs, what changed then, and which runs make a series. Pure.

digest_of(factors)  →  changes(points), or watch(points, seen)  →  suspicion(history, change)
"""

from fioboard.engine.watch.change import ChangePoint, Point
from fioboard.engine.watch.courses import Course, courses
from fioboard.engine.watch.detect import Watched, changes, watch
from fioboard.engine.watch.recorded import Recorded
from fioboard.engine.watch.series import SERIES_VERSION, compute_digest, get_role
from fioboard.engine.watch.suspects import Suspect, Suspicion, Unknown, suspicion

__all__ = [
    "SERIES_VERSION",
    "ChangePoint",
    "Course",
    "Point",
    "Recorded",
    "Suspect",
    "Suspicion",
    "Unknown",
    "Watched",
    "changes",
    "compute_digest",
    "courses",
    "get_role",
    "suspicion",
    "watch",
]
