"""What whoever runs the service watches, as Prometheus reads it: the tables' revision, background work that waits."""

from collections.abc import Iterable, Sequence

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from fioboard import __version__
from fioboard.core.migrate import newest_revision
from fioboard.store.queries.operation import WaitingRow


def operation_exposition(revision: str | None, rows: Sequence[WaitingRow]) -> bytes:
    """The text format of Prometheus."""
    registry = CollectorRegistry()
    registry.register(_Operation(revision, rows))
    return generate_latest(registry)


class _Operation(Collector):
    def __init__(self, revision: str | None, rows: Sequence[WaitingRow]) -> None:
        self._revision = revision
        self._rows = rows

    def collect(self) -> Iterable[Metric]:
        info = GaugeMetricFamily(
            "fioboard_info",
            "Version of the service, revision of its tables; 1.",
            labels=("version", "revision"),
        )
        info.add_metric((__version__, self._revision or ""), 1)
        current = GaugeMetricFamily(
            "fioboard_schema_is_current",
            "1: the tables have the revision that this version was written for; 0: another.",
            value=float(self._revision == newest_revision()),
        )
        waiting = GaugeMetricFamily(
            "fioboard_work_waiting",
            "Background work that waits: sets of alike runs to watch, uploads to read again, notifications to tell.",
            labels=("work",),
        )
        oldest = GaugeMetricFamily(
            "fioboard_work_oldest_seconds",
            "How long the oldest of it waits; 0 when none does, absent where nobody notes since when.",
            labels=("work",),
        )
        for row in self._rows:
            waiting.add_metric((row["work"],), row["waiting"])
            if not row["waiting"]:
                oldest.add_metric((row["work"],), 0)
            elif row["oldest_s"] is not None:
                oldest.add_metric((row["work"],), row["oldest_s"])
        return (info, current, waiting, oldest)
