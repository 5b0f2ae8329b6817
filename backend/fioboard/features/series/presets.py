"""Charts to start from: the questions people come with, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlencode

import numpy as np
from numpy.typing import NDArray

from fioboard.core.block_size import block_size
from fioboard.factors import FACTORS
from fioboard.filters.table import ConfigurationTable, Weights
from fioboard.schemas.series import PresetOut
from fioboard.vocabulary.factors import JOB_OPTIONS


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


PRESETS = (
    Preset(key="iops-over-depth", title="IOPS over queue depth", question="How deep must the queue be?",
           chart="line", x="iodepth", metric="iops", by="rw", scale="log"),
    Preset(key="bandwidth-over-width", title="Bandwidth over RAID width",
           question="Does every drive I add bring its share, and what stops it?",
           chart="line", x="raid.width", metric="bw_bytes_per_s", by="rw"),
    Preset(key="slot-against-slot", title="Slot against slot", question="Which slot is slower?",
           chart="bars", x="slot", metric="bw_bytes_per_s", by="rw"),
    Preset(key="bios-against-bios", title="BIOS setting against BIOS setting",
           question="What did NPS change?", chart="bars", x="bios.nps", metric="bw_bytes_per_s", by="rw"),
    Preset(key="percentiles-by-drive", title="Latency percentiles by drive model",
           question="Which drive keeps its worst case short?", chart="bars", x="drive.model",
           metric="clat_p99_ns", by="rw"),
    Preset(key="latency-over-iops", title="Latency against IOPS", question="Where does the hockey stick bend?",
           chart="scatter", x="iops", metric="clat_mean_ns", by="rw"),
    Preset(key="bs-by-depth", title="Block size × depth", question="Where is the machine's best point?",
           chart="heat map", x="bs", metric="bw_bytes_per_s", by="iodepth", scale="log"),
    Preset(key="history", title="History over time", question="When did it change, and what changed then?",
           chart="line", x="started_at", metric="iops", by="host", markers="host timeline"),
)  # fmt: skip


def presets(table: ConfigurationTable) -> list[PresetOut]:
    """Each with the runs it starts from, and whether there is anything to see."""
    return [
        PresetOut(
            key=preset.key,
            title=preset.title,
            question=preset.question,
            chart=preset.chart,
            x=preset.x,
            metric=preset.metric,
            by=preset.by,
            filter=urlencode(chosen),
            starts_with=_in_words(preset, chosen, table),
            scale=preset.scale,
            markers=preset.markers,
            is_available=_available(preset, table),
        )
        for preset in PRESETS
        for chosen in [_chosen(preset, table)]
    ]


def _available(preset: Preset, table: ConfigurationTable) -> bool:
    if preset.x not in FACTORS:
        return bool(table.counts.any())
    values, _ = table.count_values(preset.x, Weights.of(table.counts))
    return len(values) > 1


Codes = NDArray[np.intp]


def _chosen(preset: Preset, table: ConfigurationTable) -> dict[str, str]:
    """The host, and then the workload, with most values of x, or else most runs: key to value of a filter.

    Where no host has two values of x, it is hosts that are compared, and none is chosen.
    """
    rows = np.flatnonzero(table.counts)
    if not len(rows):
        return {}
    chosen: dict[str, str] = {}
    hosts = table.codes("host")[rows]
    several, best = _richest(hosts, rows, preset, table)
    if preset.x != "host" and (several or preset.x not in FACTORS):
        rows = rows[hosts == best]
        chosen["host"] = str(table.cell("host", int(rows[0])))
    options = [key for key in JOB_OPTIONS if key not in {preset.x, preset.by}]
    groups = np.zeros(len(rows), np.intp)
    for key in options:
        groups = np.unique(groups * (len(table) + 1) + table.codes(key)[rows], return_inverse=True)[1]
    kept = rows[groups == _richest(groups, rows, preset, table)[1]]
    for key in options:
        cell = table.cell(key, int(kept[0]))
        differs = (table.codes(key)[rows] != table.codes(key)[kept[0]]).any()
        # A run of several block sizes is in the chart with each; a filter on one would say less.
        if differs and not isinstance(cell, tuple):
            chosen[key] = "" if cell is None else str(int(cell) if isinstance(cell, bool) else cell)
    return chosen


def _richest(groups: Codes, rows: Codes, preset: Preset, table: ConfigurationTable) -> tuple[bool, int]:
    """The group with most known values of x, then most runs; and whether it has several values."""
    xs = table.codes(preset.x)[rows] if preset.x in FACTORS else np.zeros(len(rows), np.intp)
    known = np.unique(np.stack([groups[xs > 0], xs[xs > 0]]), axis=1)[0]
    size = int(groups.max()) + 1
    values = np.bincount(known, minlength=size)
    runs = np.bincount(groups, table.counts[rows], size)
    best = int(np.lexsort((runs, values))[-1])
    return bool(values[best] > 1), best


def _in_words(preset: Preset, chosen: Mapping[str, str], table: ConfigurationTable) -> str | None:
    """What the chart starts with; None: with everything."""
    if not chosen or not _available(preset, table):
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
