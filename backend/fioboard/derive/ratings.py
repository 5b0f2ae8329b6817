"""What a person stated that one drive is rated, from a run's labels."""

from collections.abc import Mapping

from fioboard.core.quantity import read_quantity
from fioboard.vocabulary.metrics import METRICS

PREFIX = "rated_"


def rated_of(labels: Mapping[str, str]) -> dict[str, float]:
    """By metric, in its base unit, of one drive: `rated_iops` and the like. A label that is no quantity is none."""
    rated: dict[str, float] = {}
    for name, metric in METRICS.items():
        stated = labels.get(PREFIX + name)
        value = None if stated is None else read_quantity(stated, metric.unit)
        if value is not None and value > 0:
            rated[name] = float(value)
    return rated
