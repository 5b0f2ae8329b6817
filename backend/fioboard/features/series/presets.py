"""Charts to start from: the questions people come with, as data."""

from dataclasses import dataclass
from typing import Literal

from fioboard.factors import FACTORS
from fioboard.filters.table import ConfigurationTable, Weights
from fioboard.schemas.series import PresetOut


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
    filter: str = ""
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
    """Each with whether there is anything to see."""
    return [
        PresetOut(
            key=preset.key,
            title=preset.title,
            question=preset.question,
            chart=preset.chart,
            x=preset.x,
            metric=preset.metric,
            by=preset.by,
            filter=preset.filter,
            scale=preset.scale,
            markers=preset.markers,
            is_available=_available(preset, table),
        )
        for preset in PRESETS
    ]


def _available(preset: Preset, table: ConfigurationTable) -> bool:
    if preset.x not in FACTORS:
        return bool(table.counts.any())
    values, _ = table.count_values(preset.x, Weights.of(table.counts))
    return len(values) > 1
