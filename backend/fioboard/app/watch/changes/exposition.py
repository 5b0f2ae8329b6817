"""Watched series as Prometheus reads them: the newest figure of each, in base units."""

from collections.abc import Iterable, Mapping, Sequence

import orjson
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from fioboard.engine.factors.workload import workload_title
from fioboard.engine.words.events import EVENT_KINDS
from fioboard.engine.words.metrics import METRICS
from fioboard.store.queries.watched import LatestRow

LABELS = ("series", "host", "workload", "direction", "metric", "unit")


def exposition(rows: Sequence[LatestRow]) -> bytes:
    """The text format of Prometheus. A series keeps its labels for as long as its runs are alike."""
    registry = CollectorRegistry()
    registry.register(_Latest(rows))
    return generate_latest(registry)


def events_exposition(is_open: Mapping[str, int]) -> bytes:
    """Open events by kind; a kind without any has a sample, too, so that it can be alerted on."""
    registry = CollectorRegistry()
    registry.register(_Events(is_open))
    return generate_latest(registry)


class _Events(Collector):
    def __init__(self, is_open: Mapping[str, int]) -> None:
        self._is_open = is_open

    def collect(self) -> Iterable[Metric]:
        events = GaugeMetricFamily(
            "fioboard_open_events", "Events of hosts that are new or acknowledged, a count.", labels=("kind",)
        )
        for kind in EVENT_KINDS:
            events.add_metric((kind,), self._is_open.get(kind, 0))
        return (events,)


class _Latest(Collector):
    def __init__(self, rows: Sequence[LatestRow]) -> None:
        self._rows = rows

    def collect(self) -> Iterable[Metric]:
        value = GaugeMetricFamily(
            "fioboard_series_latest",
            "Figure of the newest run of a watched series, in `unit`.",
            labels=LABELS,
        )
        at = GaugeMetricFamily(
            "fioboard_series_latest_run_timestamp_seconds", "Start of that run, Unix time.", labels=LABELS
        )
        runs = GaugeMetricFamily("fioboard_series_runs", "Runs that are watched, a count.", labels=LABELS)
        changes = GaugeMetricFamily(
            "fioboard_series_open_changes", "Changes that are new or acknowledged, a count.", labels=LABELS
        )
        for row in self._rows:
            labels = (
                str(row["id"]),
                row["host_name"],
                workload_title(orjson.loads(row["options"])),
                row["direction"],
                row["metric"],
                METRICS[row["metric"]].unit,
            )
            value.add_metric(labels, row["last_value"])
            at.add_metric(labels, row["last_at"].timestamp())
            runs.add_metric(labels, row["run_count"])
            changes.add_metric(labels, row["open_changes"])
        return (value, at, runs, changes)
