"""When a figure changed in a series of alike runs, what changed then, and which runs make a series. Pure."""

from fioboard.watch.change import ChangePoint, Point
from fioboard.watch.detect import Watched, changes, watch

__all__ = ["ChangePoint", "Point", "Watched", "changes", "watch"]
