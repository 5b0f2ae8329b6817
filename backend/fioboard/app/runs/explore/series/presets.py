"""Charts to start from: the questions people come with, as data."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlencode

import numpy as np
from numpy.typing import NDArray

from fioboard.core.block_size import describe_size, spoken_size
from fioboard.core.figures import format_inner_title
from fioboard.engine.answers.series import PresetOut
from fioboard.engine.factors import FACTORS
from fioboard.engine.factors.workload import SPOKEN_PATTERNS
from fioboard.engine.filters.table import ConfigurationTable, Counts
from fioboard.engine.words.factors import JOB_OPTIONS
from fioboard.engine.words.headline_metric import rank_rates


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """One start card."""

    key: str
    title: str
    question: str
    chart: Literal["line", "bars", "scatter", "heat map"]
    x: str
    metric: str
    by: str | None = None
    scale: Literal["linear", "log"] = "linear"
    markers: Literal["host timeline"] | None = None
    is_across: bool = False
    """Hosts may be held against each other where none has several values of x."""
    is_recent: bool = False
    """Only of the last four weeks, and of what ran most in them; `metric` is the rate it is spoken of in."""
    varied: tuple[str, ...] = ()
    """Factors that must vary where x is measured: one point of each value makes the curve."""
    is_of_changes: bool = False
    """Starts with the test of the largest open regression, where there is one."""


RECENT = "last-4w"
RECENT_DAYS = 28
MIN_RECENT = 3

PRESETS = (
    Preset(key="iops-over-depth", title="IOPS vs. queue depth", question="How deep must the queue be?",
           chart="line", x="iodepth", metric="iops", by="rw", scale="log"),
    Preset(key="p99-over-depth", title="p99 latency vs. queue depth, by drive",
           question="How much latency does a deeper queue cost on each drive?",
           chart="line", x="iodepth", metric="clat_p99_ns", by="drive.model", scale="log"),
    Preset(key="bandwidth-over-width", title="Bandwidth vs. RAID width",
           question="Does throughput scale with each added drive, and what limits it?",
           chart="line", x="raid.width", metric="bw_bytes_per_s", by="rw"),
    Preset(key="slot-against-slot", title="Slots compared", question="Which slot is slower?",
           chart="bars", x="slot", metric="bw_bytes_per_s", by="rw"),
    Preset(key="bios-against-bios", title="NPS settings compared",
           question="What did NPS change?", chart="bars", x="bios.nps", metric="bw_bytes_per_s", by="rw"),
    Preset(key="percentiles-by-drive", title="Latency percentiles by drive model",
           question="Which drive has the lowest worst-case latency?", chart="bars", x="drive.model",
           metric="clat_p99_ns", by="rw", is_across=True),
    Preset(key="latency-over-iops", title="Latency against IOPS", question="Where does latency begin to rise?",
           chart="scatter", x="iops", metric="clat_mean_ns", by="rw", varied=("iodepth", "numjobs")),
    Preset(key="bs-by-depth", title="Block size × queue depth", question="Which combination is fastest?",
           chart="heat map", x="bs", metric="bw_bytes_per_s", by="iodepth", scale="log"),
    Preset(key="last-four-weeks", title="Last four weeks", question="How did the most frequent test perform?",
           chart="line", x="started_at", metric="iops", markers="host timeline", is_recent=True),
    Preset(key="history", title="History over time", question="When did performance change, and what else changed?",
           chart="line", x="started_at", metric="iops", by="host", markers="host timeline", is_of_changes=True),
)  # fmt: skip


def presets(table: ConfigurationTable, recent: Counts, changed: int | None) -> list[PresetOut]:
    """List every preset with the runs it starts from and whether they answer it. Of two whose charts show the same
    runs, all of them recent, only the one of all time is listed.

    `recent`: runs of each configuration lately. `changed`: the row of the largest open regression, if there is one.
    """
    answers = {
        preset: _choose_runs(
            preset,
            table,
            recent if preset.is_recent else table.counts,
            changed if preset.is_of_changes else None,
        )
        for preset in PRESETS
    }
    of_all_time = [answer for preset, answer in answers.items() if preset.is_of_changes and answer]
    return [
        _offer(preset, table, answer)
        for preset, answer in answers.items()
        if not (preset.is_recent and answer in of_all_time)
    ]


def _offer(preset: Preset, table: ConfigurationTable, answer: "_Chosen | None") -> PresetOut:
    chosen = {} if answer is None else answer.filter
    return PresetOut(
        key=preset.key,
        title=preset.title,
        question=preset.question,
        chart=preset.chart,
        x=preset.x,
        metric=preset.metric
        if answer is None or not (preset.is_recent or preset.is_of_changes)
        else _choose_rate(table, answer.row),
        by=preset.by,
        filter=urlencode(chosen | {"started_at": RECENT} if preset.is_recent else chosen),
        starts_with=_describe_start(chosen),
        scale=preset.scale,
        markers=preset.markers,
        is_available=answer is not None,
    )


Codes = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The runs that answer a preset."""

    filter: dict[str, str]
    row: int
    """One of their configurations."""
    runs: int


def _choose_runs(
    preset: Preset, table: ConfigurationTable, counts: Counts, changed: int | None
) -> _Chosen | None:
    """Choose the test of one host that answers a preset best; None where no test does.

    The host with most values of x comes first. Where its values lie in different workloads, the next one is tried.
    Where no host has two values of x, hosts are compared if that is an answer, and none is chosen.
    """
    rows = np.flatnonzero(counts)
    if not len(rows):
        return None
    axes = {preset.x, preset.by, *preset.varied}
    options = [key for key in JOB_OPTIONS if key not in axes]
    hosts = table.codes("host")[rows]
    ranked = _rank_groups(hosts, rows, preset, table, counts)
    if not _has_axis(preset):
        # What ran most is one test of one host, not the host of many tests.
        groups = _alike(["host", *options], rows, table)
        test = groups == _rank_groups(groups, rows, preset, table, counts)[0].group
        if changed is not None and counts[changed]:
            test = rows == changed
        host = hosts[test][0]
        return _choose_test(preset, table, counts, rows[hosts == host], options, changed=changed)
    for host in ranked:
        if host.values > 1:
            answer = _choose_test(preset, table, counts, rows[hosts == host.group], options)
            if answer is not None:
                return answer
    if preset.is_across and all(host.values < 2 for host in ranked):
        return _choose_test(preset, table, counts, rows, options, has_host=False)
    return None


def _choose_test(
    preset: Preset,
    table: ConfigurationTable,
    counts: Counts,
    rows: Codes,
    options: Sequence[str],
    *,
    changed: int | None = None,
    has_host: bool = True,
) -> _Chosen | None:
    """Choose among these rows the workload with most values of x, or the changed one; None where it has too few."""
    groups = _alike(options, rows, table)
    best = _rank_groups(groups, rows, preset, table, counts)[0]
    kept = rows[groups == best.group]
    if changed is not None and changed in rows:
        kept = rows[groups == groups[rows == changed][0]]
    least = MIN_RECENT if preset.is_recent else 2
    if not (best.values > 1 if _has_axis(preset) else counts[kept].sum() >= least):
        return None
    chosen = {"host": str(table.cell("host", int(kept[0])))} if has_host else {}
    for key in options:
        cell = table.cell(key, int(kept[0]))
        differs = (table.codes(key)[rows] != table.codes(key)[kept[0]]).any()
        # A run of several block sizes is in the chart with each; a filter on one would say less.
        if differs and not isinstance(cell, tuple):
            chosen[key] = "" if cell is None else str(int(cell) if isinstance(cell, bool) else cell)
    return _Chosen(chosen, int(kept[0]), int(counts[kept].sum()))


def _has_axis(preset: Preset) -> bool:
    """Whether runs must differ in a factor: along x, or in what makes the points of a measured x."""
    return preset.x in FACTORS or bool(preset.varied)


def _alike(keys: Sequence[str], rows: Codes, table: ConfigurationTable) -> Codes:
    """Groups of configurations that are equal in all of these, numbered from 0."""
    groups = np.zeros(len(rows), np.intp)
    for key in keys:
        groups = np.unique(groups * (len(table) + 1) + table.codes(key)[rows], return_inverse=True)[1]
    return groups


def _choose_rate(table: ConfigurationTable, row: int) -> str:
    """Choose the rate that a test is spoken of in."""
    options = {key: table.cell(key, row) for key in JOB_OPTIONS}
    return rank_rates(options, "write" if "write" in str(options["rw"]) else "read")[0]


@dataclass(frozen=True, slots=True)
class _Group:
    group: int
    values: int
    """Of x; a heat map has its cells."""


def _rank_groups(
    groups: Codes, rows: Codes, preset: Preset, table: ConfigurationTable, counts: Counts
) -> list[_Group]:
    """Rank groups by their known values of x, then by their runs. A heat map counts cells, of two on each axis."""
    size = int(groups.max()) + 1
    values = np.zeros(size, np.intp)
    if _has_axis(preset):
        keys = list(preset.varied) or [preset.x]
        values = _count_values(groups, rows, keys, table, size)
        if preset.chart == "heat map" and preset.by is not None:
            cells = _count_values(groups, rows, [*keys, preset.by], table, size)
            both = (values > 1) & (_count_values(groups, rows, [preset.by], table, size) > 1)
            values = np.where(both, cells, np.minimum(values, 1))
    runs = np.bincount(groups, counts[rows], size)
    order = np.lexsort((runs, values))[::-1]
    return [_Group(int(group), int(values[group])) for group in order if runs[group]]


def _count_values(
    groups: Codes, rows: Codes, keys: Sequence[str], table: ConfigurationTable, size: int
) -> Codes:
    """Count the different known values, or combinations of values, in each group."""
    is_known = np.logical_and.reduce([table.codes(key)[rows] > 0 for key in keys])
    combined = _alike(keys, rows, table)
    known = np.unique(np.stack([groups[is_known], combined[is_known]]), axis=1)[0]
    return np.bincount(known, minlength=size)


def _describe_start(chosen: Mapping[str, str]) -> str | None:
    """Describe what the chart starts with; None: with everything."""
    return f"Filter: {', '.join(itertools.starmap(_describe, chosen.items()))}" if chosen else None


def _describe(key: str, text: str) -> str:
    """Describe one condition as people say it: `jupiter`, `random read`, `64 KiB`, `QD 32`, `I/O engine libaio`."""
    if key == "host":
        return text
    title = format_inner_title(FACTORS[key].title)
    if text == "":
        return f"{title} unknown"
    if key == "rw":
        return SPOKEN_PATTERNS.get(text, text)
    if key == "bs" and text.isdecimal():
        return spoken_size(int(text))
    if key in {"iodepth", "numjobs"}:
        return f"QD {text}" if key == "iodepth" else f"{text} {'job' if text == '1' else 'jobs'}"
    is_size = FACTORS[key].type == "bytes" and text.isdecimal()
    return f"{title} {describe_size(int(text)) if is_size else text}"
