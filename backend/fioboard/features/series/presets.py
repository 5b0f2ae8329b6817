"""Charts to start from: the questions people come with, as data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlencode

import numpy as np
from numpy.typing import NDArray

from fioboard.core.block_size import block_size
from fioboard.factors import FACTORS
from fioboard.filters.table import ConfigurationTable, Counts
from fioboard.schemas.series import PresetOut
from fioboard.vocabulary.factors import JOB_OPTIONS
from fioboard.vocabulary.headline_metric import rates_of


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


RECENT = "last-4w"
RECENT_DAYS = 28
MIN_RECENT = 3

PRESETS = (
    Preset(key="iops-over-depth", title="IOPS over queue depth", question="How deep must the queue be?",
           chart="line", x="iodepth", metric="iops", by="rw", scale="log"),
    Preset(key="p99-over-depth", title="p99 over queue depth, by drive",
           question="What does each drive's depth cost in latency?",
           chart="line", x="iodepth", metric="clat_p99_ns", by="drive.model", scale="log"),
    Preset(key="bandwidth-over-width", title="Bandwidth over RAID width",
           question="Does every drive I add bring its share, and what stops it?",
           chart="line", x="raid.width", metric="bw_bytes_per_s", by="rw"),
    Preset(key="slot-against-slot", title="Slots compared", question="Which slot is slower?",
           chart="bars", x="slot", metric="bw_bytes_per_s", by="rw"),
    Preset(key="bios-against-bios", title="NPS settings compared",
           question="What did NPS change?", chart="bars", x="bios.nps", metric="bw_bytes_per_s", by="rw"),
    Preset(key="percentiles-by-drive", title="Latency percentiles by drive model",
           question="Which drive keeps its worst case short?", chart="bars", x="drive.model",
           metric="clat_p99_ns", by="rw", is_across=True),
    Preset(key="latency-over-iops", title="Latency against IOPS", question="Where does the hockey stick bend?",
           chart="scatter", x="iops", metric="clat_mean_ns", by="rw"),
    Preset(key="bs-by-depth", title="Block size × depth", question="Where is the machine's best point?",
           chart="heat map", x="bs", metric="bw_bytes_per_s", by="iodepth", scale="log"),
    Preset(key="last-four-weeks", title="Last four weeks", question="What did the test that runs most give?",
           chart="line", x="started_at", metric="iops", markers="host timeline", is_recent=True),
    Preset(key="history", title="History over time", question="When did it change, and what changed then?",
           chart="line", x="started_at", metric="iops", by="host", markers="host timeline"),
)  # fmt: skip


def presets(table: ConfigurationTable, recent: Counts) -> list[PresetOut]:
    """Each with the runs it starts from, and whether they answer it. `recent`: runs of each configuration lately."""
    return [_offered(preset, table, recent if preset.is_recent else table.counts) for preset in PRESETS]


def _offered(preset: Preset, table: ConfigurationTable, counts: Counts) -> PresetOut:
    answer = _chosen(preset, table, counts)
    chosen = {} if answer is None else answer.filter
    return PresetOut(
        key=preset.key,
        title=preset.title,
        question=preset.question,
        chart=preset.chart,
        x=preset.x,
        metric=preset.metric if answer is None or not preset.is_recent else _rate_of(table, answer.row),
        by=preset.by,
        filter=urlencode(chosen | {"started_at": RECENT} if preset.is_recent else chosen),
        starts_with=_in_words(chosen),
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


def _chosen(preset: Preset, table: ConfigurationTable, counts: Counts) -> _Chosen | None:
    """The host, and then the workload, with most values of x, or else most runs; None where none answers.

    Where no host has two values of x, hosts are compared if that is an answer, and none is chosen.
    """
    rows = np.flatnonzero(counts)
    if not len(rows):
        return None
    chosen: dict[str, str] = {}
    options = [key for key in JOB_OPTIONS if key not in {preset.x, preset.by}]
    hosts = table.codes("host")[rows]
    if preset.x in FACTORS:
        several, best = _richest(hosts, rows, preset, table, counts)
        if several:
            rows = rows[hosts == best]
            chosen["host"] = str(table.cell("host", int(rows[0])))
        elif not preset.is_across:
            return None
    else:
        # What ran most is one test of one host, not the host of many tests.
        groups = _alike(["host", *options], rows, table)
        [most] = hosts[groups == _richest(groups, rows, preset, table, counts)[1]][:1]
        rows = rows[hosts == most]
        chosen["host"] = str(table.cell("host", int(rows[0])))
    groups = _alike(options, rows, table)
    several, best = _richest(groups, rows, preset, table, counts)
    kept = rows[groups == best]
    least = MIN_RECENT if preset.is_recent else 2
    if not (several if preset.x in FACTORS else counts[kept].sum() >= least):
        return None
    for key in options:
        cell = table.cell(key, int(kept[0]))
        differs = (table.codes(key)[rows] != table.codes(key)[kept[0]]).any()
        # A run of several block sizes is in the chart with each; a filter on one would say less.
        if differs and not isinstance(cell, tuple):
            chosen[key] = "" if cell is None else str(int(cell) if isinstance(cell, bool) else cell)
    return _Chosen(chosen, int(kept[0]))


def _alike(keys: Sequence[str], rows: Codes, table: ConfigurationTable) -> Codes:
    """Groups of configurations that are equal in all of these, numbered from 0."""
    groups = np.zeros(len(rows), np.intp)
    for key in keys:
        groups = np.unique(groups * (len(table) + 1) + table.codes(key)[rows], return_inverse=True)[1]
    return groups


def _rate_of(table: ConfigurationTable, row: int) -> str:
    """The rate that a test is spoken of in."""
    options = {key: table.cell(key, row) for key in JOB_OPTIONS}
    return rates_of(options, "write" if "write" in str(options["rw"]) else "read")[0]


def _richest(
    groups: Codes, rows: Codes, preset: Preset, table: ConfigurationTable, counts: Counts
) -> tuple[bool, int]:
    """The group with most known values of x, then most runs; and whether it has several values."""
    xs = table.codes(preset.x)[rows] if preset.x in FACTORS else np.zeros(len(rows), np.intp)
    known = np.unique(np.stack([groups[xs > 0], xs[xs > 0]]), axis=1)[0]
    size = int(groups.max()) + 1
    values = np.bincount(known, minlength=size)
    runs = np.bincount(groups, counts[rows], size)
    best = int(np.lexsort((runs, values))[-1])
    return bool(values[best] > 1), best


def _in_words(chosen: Mapping[str, str]) -> str | None:
    """What the chart starts with; None: with everything."""
    if not chosen:
        return None
    parts = [
        text if key == "host" else f"{_within(FACTORS[key].title)} {_spelled(key, text)}"
        for key, text in chosen.items()
    ]
    return f"Starts with {', '.join(parts)}"


def _within(title: str) -> str:
    """A title within a sentence: `block size`, `I/O pattern`."""
    return title[:1].lower() + title[1:] if title[1:2].islower() else title


def _spelled(key: str, text: str) -> str:
    if text == "":
        return "unknown"
    return block_size(int(text)) if FACTORS[key].type == "bytes" and text.isdecimal() else text
