"""Metrics: the figures of a result that can be filtered, sorted, charted and compared, by their one name.

Each carries how it is read from a result and what it is in SQL, so that no reader asks for its name.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, cast, get_args

import orjson

from fioboard.engine.words.power import OF_CPUS, OF_MACHINE, PowerSource

Unit = Literal["IOPS", "bytes/s", "ns", "%", "share", "J/byte", "IOPS/W"]
# share: 0..1 or above.
UNITS: tuple[Unit, ...] = get_args(Unit)
Figures = Mapping[str, object]
"""A result as the API gives it (answers.result.ResultFigures); latencies as objects, or as their JSON text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """One figure of a result: its names, its unit, which way is better (None: neither), and where it is."""

    name: str
    title: str
    """In tables for people."""
    short: str
    """In narrow columns."""
    spoken: str
    """In menus, above charts and within a sentence: `Mean completion latency`."""
    unit: Unit
    lower_is_better: bool
    """Every comparison says better or worse: a metric of which neither is better has no place here yet."""
    expression: str
    """SQL over a row `{r}` of `result`, in the base unit; null = not measured."""
    read: Callable[[Figures], float | None]
    """The same from a result that is not a row; None = not measured."""
    latency: str | None = None
    """A key of KINDS, for figures of a latency."""
    statistic: str | None = None
    """Of a latency: mean, min, max, stddev, or None for a percentile."""
    percentile: str | None = None
    """Percentile as fio prints its key, e.g. "99.9"."""
    is_stored: bool = False
    """PostgreSQL keeps it in a column of its own, so that filters read no document."""
    is_offered: bool = False
    """In menus and suggestions; any other percentile is a metric, too."""
    is_usual: bool = False
    """A comparison shows it unless asked for others."""
    is_headline: bool = False
    """A run has the largest of its results in a column with an index, so that lists are sorted by it at once."""
    is_ceiling: bool = False
    """What the links of a path can carry is a bound of it."""

    def sql(self, row: str = "s") -> str:
        """The value of a row of `result`, float8 in the base unit; null = not measured."""
        return f"{row}.{self.name}" if self.is_stored else f"({self.expression.replace('{r}', row)})::float8"

    @property
    def computed(self) -> str:
        """What PostgreSQL fills its column with."""
        return f"({self.expression.replace('{r}.', '')})::double precision"


def _column(name: str) -> Callable[[Figures], float | None]:
    return lambda figures: cast(float | None, figures[name])


_usr, _sys = _column("usr_cpu_pct"), _column("sys_cpu_pct")


def _cpu(figures: Figures) -> float | None:
    usr, system = _usr(figures), _sys(figures)
    return None if usr is None or system is None else usr + system


def _make_quotient(
    sources: Collection[PowerSource], upper: str, lower: str
) -> Callable[[Figures], float | None]:
    """Return what divides two figures of a result whose power a meter of these told; None for all others."""

    def read(figures: Figures) -> float | None:
        above, below = _column(upper)(figures), _column(lower)(figures)
        return above / below if figures.get("power_source") in sources and above and below else None

    return read


def _read_latency(figures: Figures, latency: str) -> Mapping[str, float | None] | None:
    """Read a latency's figures by name; `percentiles` among them is an object of its own."""
    value = figures[f"{latency}_ns"]
    read = orjson.loads(orjson.dumps(value)) if isinstance(value, orjson.Fragment) else value
    return cast(Mapping[str, float | None] | None, read)


PLAIN: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        Metric(
            name="iops", title="IOPS", short="IOPS", spoken="IOPS", unit="IOPS", lower_is_better=False,
            expression="{r}.iops", read=_column("iops"), is_offered=True, is_usual=True, is_headline=True,
        ),
        Metric(
            name="bw_bytes_per_s", title="Bandwidth", short="Bandwidth", spoken="Bandwidth",
            unit="bytes/s", lower_is_better=False, expression="{r}.bw_bytes_per_s", read=_column("bw_bytes_per_s"),
            is_offered=True, is_usual=True, is_headline=True, is_ceiling=True,
        ),
        Metric(
            name="cpu_pct", title="CPU, user and system", short="CPU",
            spoken="CPU, user and system", unit="%", lower_is_better=True,
            expression="{r}.usr_cpu_pct + {r}.sys_cpu_pct", read=_cpu,
            is_stored=True, is_offered=True, is_usual=True,
        ),
        Metric(
            name="durable_write_mean_ns", title="Durable write, mean",
            short="durable mean", spoken="Mean durable write time", unit="ns", lower_is_better=True,
            expression="{r}.durable_write_mean_ns", read=_column("durable_write_mean_ns"), is_offered=True,
            is_usual=True,
        ),
        Metric(
            name="durable_write_p99_ns", title="Durable write, 99th percentile",
            short="durable p99",
            spoken="p99 durable write time", unit="ns", lower_is_better=True,
            expression="{r}.durable_write_p99_ns", read=_column("durable_write_p99_ns"), is_offered=True,
        ),
        Metric(
            name="rated_share", title="Share of the datasheet rating",
            short="of datasheet", spoken="Share of the datasheet rating", unit="share", lower_is_better=False,
            expression="{r}.rated_share", read=_column("rated_share"), is_offered=True, is_headline=True,
        ),
        # Power of the machine and of its CPUs: metrics of their own, so that no comparison mixes them.
        Metric(
            name="machine_energy_j_per_byte", title="Energy, whole machine",
            short="energy, machine", spoken="Energy of the whole machine", unit="J/byte", lower_is_better=True,
            expression="case when {r}.power_source not like 'rapl%' "
            "then {r}.power_w / nullif({r}.power_bytes_per_s, 0) end",
            read=_make_quotient(OF_MACHINE, "power_w", "power_bytes_per_s"), is_offered=True,
        ),
        Metric(
            name="machine_iops_per_w", title="IOPS per watt, whole machine",
            short="IOPS/W, machine", spoken="IOPS per watt of the whole machine", unit="IOPS/W", lower_is_better=False,
            expression="case when {r}.power_source not like 'rapl%' "
            "then {r}.power_iops / nullif({r}.power_w, 0) end",
            read=_make_quotient(OF_MACHINE, "power_iops", "power_w"), is_offered=True,
        ),
        Metric(
            name="cpu_energy_j_per_byte", title="Energy, CPUs",
            short="energy, CPUs", spoken="Energy of the CPUs", unit="J/byte", lower_is_better=True,
            expression="case when {r}.power_source like 'rapl%' "
            "then {r}.power_w / nullif({r}.power_bytes_per_s, 0) end",
            read=_make_quotient(OF_CPUS, "power_w", "power_bytes_per_s"), is_offered=True,
        ),
        Metric(
            name="cpu_iops_per_w", title="IOPS per watt, CPUs",
            short="IOPS/W, CPUs", spoken="IOPS per watt of the CPUs", unit="IOPS/W", lower_is_better=False,
            expression="case when {r}.power_source like 'rapl%' "
            "then {r}.power_iops / nullif({r}.power_w, 0) end",
            read=_make_quotient(OF_CPUS, "power_iops", "power_w"), is_offered=True,
        ),
    )
}  # fmt: skip
KINDS = {
    "slat": "Submission latency",
    "clat": "Completion latency",
    "lat": "Total latency",
    "sync_lat": "Sync latency",
}
_SPOKEN = {"mean": "Mean", "min": "Minimum", "max": "Maximum", "stddev": "Standard deviation of"}
STATISTICS = tuple(_SPOKEN)
# One spelling per percentile, as fio's keys are stored (at most six digits): no p0, p05, p99_90. JavaScript reads the
# same pattern.
PERCENTILE = r"100|[1-9][0-9](?:_[0-9]{0,3}[1-9])?|[1-9](?:_[0-9]{0,4}[1-9])?|0_(?!0000)[0-9]{0,4}[1-9]"
LATENCY = rf"({'|'.join(KINDS)})_(?:({'|'.join(STATISTICS)})|p({PERCENTILE}))_ns"
_LATENCY = re.compile(LATENCY)
_OFFERED_OF_LATENCIES = tuple(
    f"{kind}_{what}_ns"
    for kind in ("clat", "lat", "slat", "sync_lat")
    for what in ("mean", "p50", "p95", "p99", "p99_9")
)
_USUAL_OF_LATENCIES = frozenset(
    {
        "clat_mean_ns",
        "clat_p50_ns",
        "clat_p99_ns",
        "clat_p99_9_ns",
        "lat_mean_ns",
        "lat_p99_ns",
        "slat_mean_ns",
        "sync_lat_mean_ns",
        "sync_lat_p99_ns",
    }
)


@lru_cache(maxsize=1024)
def metric(name: str) -> Metric | None:
    """The metric of this name, e.g. clat_p99_9_ns; None when there is none."""
    if name in PLAIN:
        return PLAIN[name]
    match = _LATENCY.fullmatch(name)
    if match is None:
        return None
    kind, statistic, digits = match.groups()
    return _statistic(name, kind, statistic) if statistic else _percentile(name, kind, digits)


def _statistic(name: str, kind: str, statistic: str) -> Metric:
    def read(figures: Figures) -> float | None:
        latency = _read_latency(figures, kind)
        return None if latency is None else latency[statistic]

    return replace(
        _latency(name, kind, (statistic, statistic), _SPOKEN[statistic], f"->>'{statistic}'", read),
        statistic=statistic,
    )


def _percentile(name: str, kind: str, digits: str) -> Metric:
    percentile = digits.replace("_", ".")

    def read(figures: Figures) -> float | None:
        latency = _read_latency(figures, kind)
        percentiles = None if latency is None else latency["percentiles"]
        return percentiles.get(percentile) if isinstance(percentiles, Mapping) else None

    words = (f"{percentile}th percentile", f"p{percentile}")
    return replace(
        _latency(name, kind, words, f"p{percentile}", f"->'percentiles'->>'{percentile}'", read),
        percentile=percentile,
    )


def _latency(  # noqa: PLR0917 -- as a declaration
    name: str,
    kind: str,
    words: tuple[str, str],
    spoken: str,
    path: str,
    read: Callable[[Figures], float | None],
) -> Metric:
    """A figure of a latency; `words` say which, at length and short, `path` where it stands in the document."""
    return Metric(
        name=name,
        title=f"{KINDS[kind]}, {words[0]}",
        short=f"{words[1]} {kind}",
        spoken=f"{spoken} {KINDS[kind].lower()}",
        unit="ns",
        lower_is_better=True,
        expression=f"{{r}}.{kind}{path}",
        read=read,
        latency=kind,
        is_stored=name in _OFFERED_OF_LATENCIES,
        is_offered=name in _OFFERED_OF_LATENCIES,
        is_usual=name in _USUAL_OF_LATENCIES,
        is_headline=name == "clat_p99_ns",
    )


def _declared() -> dict[str, Metric]:
    """In the order of menus: rates, latencies, CPU."""
    latencies = tuple(latency for name in _OFFERED_OF_LATENCIES if (latency := metric(name)) is not None)
    rates = tuple(m for m in PLAIN.values() if m.unit in {"IOPS", "bytes/s"})
    others = tuple(m for m in PLAIN.values() if m not in rates)
    return {m.name: m for m in (*rates, *latencies, *others)}


METRICS = _declared()
"""Those with a name of their own; any other percentile or statistic is made by `metric`."""
USUAL = tuple(m.name for m in METRICS.values() if m.is_usual)
OFFERED = tuple(m.name for m in METRICS.values() if m.is_offered)
HEADLINES = tuple(m.name for m in METRICS.values() if m.is_headline)
RATEABLE = tuple(m.name for m in METRICS.values() if m.unit != "share")
"""What a label `rated_METRIC` may state of one drive."""
STORED = tuple(m.name for m in METRICS.values() if m.is_stored)
"""Names of the columns that PostgreSQL fills, in their order in the table."""
