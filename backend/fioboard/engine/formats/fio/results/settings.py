"""Which rw, bs, iodepth, … an entry ran with, and how we know.

An option that was typed wins; else, where fio printed the options at all, its default; else the banner of
the text; else what can be measured. A merged entry has none: its options are those of its last member.
"""

from collections.abc import Mapping

from msgspec import Struct, field

from fioboard.engine.formats.fio.model.entry import Entry
from fioboard.engine.formats.fio.model.options import (
    get_block_size,
    get_rw,
    list_moved_directions,
    parse_count,
    parse_flag,
)
from fioboard.engine.formats.fio.model.reading import DirectionNumbers

_DEFAULTS: Mapping[str, int | str | bool] = {
    "rw": "read",
    "bs_bytes": 4096,
    "iodepth": 1,
    "numjobs": 1,
    "direct": False,
}
_MIN_COUNT_MS = 100


class JobSettings(Struct, kw_only=True):
    """What one result ran with, named as its fields are: `Result(…, **asdict(settings))`; None is unknown."""

    rw: str | None = None
    bs_bytes: int | None = None
    bs: str | None = None
    iodepth: int | None = None
    numjobs: int | None = None
    ioengine: str | None = None
    direct: bool | None = None
    settings_source: dict[str, str] = field(default_factory=dict)


def find_settings(entry: Entry, numbers: DirectionNumbers, is_merged: bool) -> JobSettings:
    """Find the settings of one direction of an entry."""
    made = JobSettings()
    if is_merged:
        return made
    options = entry.options
    if options:
        _take_options(made, options, numbers.direction)
        if entry.options_source != "option":
            names = (name for name in (*_DEFAULTS, "ioengine") if getattr(made, name) is not None)
            made.settings_source = dict.fromkeys(names, entry.options_source)
    if entry.banner is not None:
        _take_banner(made, entry, numbers.direction)
    if entry.own_options is not None and entry.has_all_options:
        for name, value in _DEFAULTS.items():
            if getattr(made, name) is None and not (name == "bs_bytes" and made.bs):
                setattr(made, name, value)
                made.settings_source[name] = "default"
    if made.bs_bytes is None and made.bs is None:
        made.bs_bytes = _find_measured_size(numbers)
        if made.bs_bytes is not None:
            made.settings_source["bs_bytes"] = "measured"
    if made.iodepth is None and options is None and entry.latency_depth and not entry.latency_target:
        made.iodepth = entry.latency_depth
        made.settings_source["iodepth"] = "latency_depth"
    return made


def _take_options(made: JobSettings, options: Mapping[str, str], direction: str) -> None:
    made.rw = get_rw(options)
    made.bs_bytes, made.bs = get_block_size(options, direction)
    made.iodepth = parse_count(options["iodepth"]) if "iodepth" in options else None
    made.numjobs = parse_count(options["numjobs"]) if "numjobs" in options else None
    made.ioengine = options.get("ioengine") or None
    if "direct" in options:
        made.direct = parse_flag(options["direct"])
    elif "buffered" in options:
        made.direct = not parse_flag(options["buffered"])


def _take_banner(made: JobSettings, entry: Entry, direction: str) -> None:
    """fio's own account of a section is surer than options read off a command line."""
    banner = entry.banner
    if banner is None:
        return
    for name, value in (("rw", banner.rw), ("ioengine", banner.ioengine), ("iodepth", banner.iodepth)):
        if value is not None:
            made.settings_source[name] = banner.source
            setattr(made, name, value)
    size = banner.bs_bytes.get(direction)
    if size is None and direction == "mixed" and banner.bs_bytes.get("read") == banner.bs_bytes.get("write"):
        size = banner.bs_bytes.get("read")
    if size is not None and made.bs is None:
        made.settings_source["bs_bytes"] = banner.source
        made.bs_bytes = size
    elif banner.bs is not None and made.bs_bytes is None and made.bs is None:
        made.bs = banner.bs


def _find_measured_size(numbers: DirectionNumbers) -> int | None:
    """Return the block size when all I/Os can have had the same one: a whole multiple of 512 bytes."""
    mean = numbers.mean_bs_bytes
    return int(mean) if mean is not None and mean == int(mean) and int(mean) % 512 == 0 else None


def find_numjobs(entry: Entry) -> int | None:
    """Return numjobs as typed, or its default where options were printed."""
    typed = (entry.options or {}).get("numjobs")
    if typed is not None:
        return parse_count(typed)
    return 1 if entry.own_options is not None and entry.has_all_options else None


def is_merged(entry: Entry) -> bool:
    """Whether fio merged several job sections into this entry (group_reporting).

    Two signs: it moved data in a direction its rw does not have, beside one that it has; or more job time
    passed (job_runtime is a sum over members) than its own clones can have spent, even one direction after
    the other.
    """
    if entry.is_merged:
        return True
    if entry.own_options is None or not entry.directions:
        return False
    if len(entry.directions) > 1:
        default = "read" if entry.has_all_options else "randrw"
        options = entry.options or {}
        allowed = list_moved_directions(options, get_rw(options) or default)
        moved = {numbers.direction for numbers in entry.directions}
        if allowed is not None and "mixed" not in moved and not moved <= set(allowed):
            return True
    total = sum([numbers.runtime_ms or 0 for numbers in entry.directions])
    numjobs = find_numjobs(entry)
    if not entry.job_runtime_ms or total < _MIN_COUNT_MS or numjobs is None:
        return False
    return round(entry.job_runtime_ms / total) > numjobs


def count_members(entry: Entry, merged: bool) -> int | None:
    """How many threads or processes the entry covers; None when nothing tells.

    Options tell for a single entry that is not a merge. Otherwise job_runtime (3.8+), the sum over the
    members, divided by the longest of their runtimes.
    """
    if entry.member_count is not None:
        return entry.member_count
    if not merged:
        numjobs = find_numjobs(entry)
        if numjobs is not None:
            return numjobs
    longest = max([numbers.runtime_ms or 0 for numbers in entry.directions], default=0)
    if not entry.job_runtime_ms or longest < _MIN_COUNT_MS:
        return None
    return max(1, round(entry.job_runtime_ms / longest))
