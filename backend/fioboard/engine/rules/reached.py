"""Whether a run reached what a link carries, and how that is spelled."""

from math import floor

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


def format_least_share(share: float) -> str:
    """Format the least that a share can be, never rounded up: 0.9659 is `96.5 %`."""
    return format_share(floor(1000 * share) / 1000, 1)


def spell_limit(bw_bytes_per_s: float, ceiling: Range) -> str:
    """Spell what a link carries: of a range only the upper end where the measurement refutes the lower one."""
    return format_bandwidth_range(
        Range(ceiling.high, ceiling.high) if bw_bytes_per_s > ceiling.low else ceiling
    )


def _is_exact(ceiling: Range) -> bool:
    return ceiling.high <= ceiling.low * 1.000001


def spell_comparison(bw_bytes_per_s: float, ceiling: Range, rate: float | None = None) -> dict[str, str]:
    """Spell the figures of a headline: by both ends of the ceiling. What was measured above the lower end shows that
    the link carries more than that: then only the upper end is left, and the share is at least the one of it. Above
    the upper end packets are larger than assumed, and the limit lies below the `rate`.
    """
    if rate is not None and ceiling.high < bw_bytes_per_s <= rate:
        ceiling = Range(ceiling.high, rate)
    most = format_bandwidth(ceiling.high)
    unit = most.partition(" ")[2]
    measured = format_bandwidth(bw_bytes_per_s).removesuffix(f" {unit}")
    if _is_exact(ceiling):
        carried, share = most, format_share(bw_bytes_per_s / ceiling.high, 1)
    elif bw_bytes_per_s > ceiling.low:
        carried, share = f"at most {most}", f"at least {format_least_share(bw_bytes_per_s / ceiling.high)}"
    else:
        carried = format_bandwidth_range(ceiling)
        share = format_range(*(format_share(bw_bytes_per_s / end) for end in (ceiling.high, ceiling.low)))
    return {"measured": measured, "ceiling": carried, "share": share}


def list_limit_evidence(bw_bytes_per_s: float, ceiling: Range) -> list[Evidence]:
    """List what a link carries: one figure, or both ends where its payload was not read and the measurement is below
    the lower one.
    """
    ends = (
        (("link limit, at most", ceiling.high),)
        if _is_exact(ceiling) or bw_bytes_per_s > ceiling.low
        else (("link limit, from", ceiling.low), ("link limit, to", ceiling.high))
    )
    return [Evidence(name, end, "bytes/s", "computed") for name, end in ends]
