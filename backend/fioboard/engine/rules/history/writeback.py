"""What the kernel's throttling of write-back may cost: buffered writes beside direct ones of the same job."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import median

from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, format_share
from fioboard.engine.rules.history.past import ALIKE_ONLY, Measured, Past, group_rates_by_run
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.history import HELD_BACK

THROTTLE = "drive.wbt_us"
# What is written is flushed at the end of a buffered job alone: of a direct one nothing would be left to flush.
FLUSH, FLUSHED = "job.sync", frozenset({None, "none", "end_fsync=1"})
AXES = ("direct", FLUSH)


def judge_writeback(past: Past) -> Mapping[str, Sequence[Judgement]]:
    """Judge every result of the run that wrote through the page cache while the throttling was on."""
    by_rule: dict[str, list[Judgement]] = defaultdict(list)
    for measured in past.judged:
        limit = _find_throttle(measured)
        if measured.direction != "write" or not limit or not _is_buffered(measured):
            continue
        direct = [
            one for one in past.alike(measured, AXES) if one.setting.get("direct") is True and _flush(one)
        ]
        if direct:
            by_rule["wbt"] += _judge_cost(measured, direct, limit)
    return by_rule


def _find_throttle(measured: Measured) -> int | None:
    """Return the target latency of the throttling in µs; None where it is unknown, 0 where it is off for one of the
    drives.
    """
    throttle = measured.setting.get(THROTTLE)
    values = throttle if isinstance(throttle, tuple) else (throttle,)
    known = [int(value) for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    return min(known) if known and len(known) == len(values) else None


def _is_buffered(measured: Measured) -> bool:
    return measured.setting.get("direct") is False and _flush(measured)


def _flush(measured: Measured) -> bool:
    """Whether nothing, or only the end of the job, makes its writes durable."""
    return measured.setting.get(FLUSH) in FLUSHED


def _judge_cost(measured: Measured, direct: Sequence[Measured], limit: int) -> list[Judgement]:
    """Compare buffered writes with direct ones of the same job."""
    thresholds = RULES["wbt"].thresholds
    rates = group_rates_by_run(direct)
    most, rate = median(rates.values()), measured.rate or 0.0
    busy, moved = measured.cpu_pct, median(one.bw_bytes_per_s or 0 for one in direct)
    # Copying to the page cache costs CPU, and one thread of the kernel writes it back: either may be the limit itself.
    if busy is None or busy >= thresholds["busy"] or moved > thresholds["most bytes"]:
        return []
    if rate >= thresholds["share"] * most:
        # Without a flush the figure holds what the cache took: it shows nothing that is well.
        return [FINE] if measured.setting.get(FLUSH) == "end_fsync=1" else []
    return [
        Finding(
            "wbt",
            "info",
            HELD_BACK(
                share=format_share(rate / most),
                rate=measured.spoken(rate),
                direct=measured.spoken(most),
                what=measured.what,
                limit=f"{limit / 1000:g}",
            ),
            (
                Evidence("buffered", rate, measured.unit, "result"),
                Evidence("direct", most, measured.unit, "result"),
                Evidence("direct runs", len(rates), None, "result"),
                Evidence("wbt_lat_usec", limit, "µs"),
            ),
            "possible",
        )
    ]


DECLARED = (
    Rule(
        "wbt",
        "write-back throttling",
        "cause",
        "Buffered writes give less than 60 % of direct ones while the drive's wbt_lat_usec is above 0. Not with jobs "
        "that used 85 % and more of a CPU, nor beyond 2 GB/s: there copying, or the one thread that writes back, "
        "may be the limit.",
        f"{ALIKE_ONLY}; Linux Documentation/ABI/stable/sysfs-block: wbt_lat_usec",
        ("buffered", "direct", "direct runs", "wbt_lat_usec"),
        Experiment(
            "Run the same buffered job after echo 0 > /sys/block/DISK/queue/wbt_lat_usec",
            "The result approaches that of direct I/O.",
            "If it does not change, the throttling costs nothing here.",
        ),
        {"share": 0.6, "busy": 85, "most bytes": 2e9},
        "Only buffered writes are held back; which part of the difference that is, the experiment alone tells.",
        scope="history",
    ),
)
