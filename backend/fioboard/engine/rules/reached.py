"""Whether a run reached what a link carries, and how that is spelled."""

from fioboard.core.figures import format_bandwidth, format_range
from fioboard.engine.hardware.inventory.link import Range
from fioboard.engine.rules.finding import Evidence, format_bandwidth_range, format_share
from fioboard.engine.rules.rule import RULES
from fioboard.engine.words.findings import Confidence

FULL, NEAR = 0.90, 0.85


def judge_reached(
    bw_bytes_per_s: float, ceiling: Range, rule: str, rate: float | None = None
) -> tuple[str, Confidence] | None:
    """Return `full, certain`, by the upper end of a ceiling, or `nearly full, likely`, by its lower end; None while
    there is room. `rate`: of a link whose ceiling is a range, for its payload was not read: packets may be larger than
    the upper end assumes, so certain is only what is full by the rate itself.
    """
    thresholds = RULES[rule].thresholds
    surely = ceiling.high if rate is None or _is_exact(ceiling) else max(rate, ceiling.high)
    if bw_bytes_per_s >= thresholds["full"] * surely:
        return "full", "certain"
    return ("nearly full", "likely") if bw_bytes_per_s >= thresholds["near"] * ceiling.low else None


def _is_exact(ceiling: Range) -> bool:
    return ceiling.high <= ceiling.low * 1.000001


def spell_comparison(bw_bytes_per_s: float, ceiling: Range, rate: float | None = None) -> dict[str, str]:
    """Spell the figures of a headline: by both ends of the ceiling. What was measured cannot be above what is carried,
    so no share is above all of it; above the upper end packets are larger than assumed, and it lies below the `rate`.
    """
    if rate is not None and ceiling.high < bw_bytes_per_s <= rate:
        ceiling = Range(ceiling.high, rate)
    unit = format_bandwidth(ceiling.high).partition(" ")[2]
    measured = format_bandwidth(bw_bytes_per_s).removesuffix(f" {unit}")
    if _is_exact(ceiling):
        carried, share = format_bandwidth(ceiling.high), format_share(bw_bytes_per_s / ceiling.high, 1)
    else:
        carried = format_bandwidth_range(ceiling)
        ends = (min(1.0, bw_bytes_per_s / end) for end in (ceiling.high, ceiling.low))
        share = format_range(*(format_share(one) for one in ends))
    return {"measured": measured, "ceiling": carried, "share": share}


def list_limit_evidence(ceiling: Range) -> list[Evidence]:
    """List what a link carries: one figure, or both ends where its payload was not read."""
    ends = (
        (("link limit, at most", ceiling.high),)
        if _is_exact(ceiling)
        else (("link limit, from", ceiling.low), ("link limit, to", ceiling.high))
    )
    return [Evidence(name, end, "bytes/s", "computed") for name, end in ends]
