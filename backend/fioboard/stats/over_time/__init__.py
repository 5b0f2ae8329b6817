"""What was recorded over time on a run's one clock: buckets for its charts, and figures of a part of it. Pure."""

from fioboard.stats.over_time.buckets import bucketed
from fioboard.stats.over_time.points import Points, Recorded, points_of
from fioboard.stats.over_time.window import window_of

__all__ = ["Points", "Recorded", "bucketed", "points_of", "window_of"]
