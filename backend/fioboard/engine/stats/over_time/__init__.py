"""What was recorded over time on a run's one clock: buckets for its charts, and figures of a part of it. Pure."""

from fioboard.engine.stats.over_time.buckets import bucketed
from fioboard.engine.stats.over_time.points import Points, Recorded, build_points
from fioboard.engine.stats.over_time.window import compute_window

__all__ = ["Points", "Recorded", "bucketed", "build_points", "compute_window"]
