"""Rules that hold what was measured against what the links can carry."""

from collections.abc import Iterator

from fioboard.inventory.findings import sentences
from fioboard.inventory.findings.finding import Evidence, Finding, gb, gb_range
from fioboard.inventory.path import Measured, Path

# Below this block size I/Os, not bandwidth, are the limit: no link is to blame.
LARGE_BLOCK_BYTES = 128 * 1024
WELL_BELOW = 0.8
UNEVEN = 1.10


def of_run(path: Path) -> Iterator[Finding]:
    """Contradictions first: what they put in doubt, the others rest on."""
    yield from _above_the_link(path)
    yield from _oversubscribed(path)
    yield from _below_the_link(path)
    yield from _uneven_members(path)
    yield from _chipset(path)


def largest(path: Path, direction: str) -> Measured | None:
    """The result with the most bandwidth in one direction: jobs may run one after the other, so no sum is taken."""
    results = [r for r in path.results if r.direction == direction and r.bw_bytes_per_s]
    return max(results, key=lambda r: r.bw_bytes_per_s or 0, default=None)


def _above_the_link(path: Path) -> Iterator[Finding]:
    if path.rate is None:
        return
    for direction in ("read", "write"):
        result = largest(path, direction)
        measured = result.bw_bytes_per_s if result else None
        if result is None or measured is None or measured <= path.rate.high:
            continue
        sentence = sentences.ABOVE_LINK if result.direct else sentences.ABOVE_LINK_CACHED
        yield Finding(
            "above-link-rate",
            "warning",
            sentence(measured=gb(measured), direction=direction, rate=gb(path.rate.high)),
            (
                Evidence("measured", measured, "bytes/s", "result"),
                Evidence("link rate", path.rate.high, "bytes/s", "computed"),
                Evidence("narrowest hop", path.limited_by),
            ),
        )


def _oversubscribed(path: Path) -> Iterator[Finding]:
    for hop in path.shared:
        if not hop.is_oversubscribed or hop.members_sum is None or hop.ratio is None:
            continue
        yield Finding(
            "oversubscribed",
            "info",
            sentences.OVERSUBSCRIBED(
                count=len(hop.members),
                port=hop.hop.function,
                together=gb_range(hop.members_sum),
                ceiling=gb_range(hop.ceiling),
                share=gb_range(hop.share),
            ),
            (
                Evidence("drives together", hop.members_sum.high, "bytes/s", "computed"),
                Evidence("ceiling of the hop", hop.ceiling.high, "bytes/s", "computed"),
                Evidence("ratio", round(hop.ratio, 2), None, "computed"),
                Evidence("trained", str(hop.hop.link)),
            ),
        )


def _below_the_link(path: Path) -> Iterator[Finding]:
    for direction, ceiling in (("read", path.read), ("write", path.write)):
        result = largest(path, direction)
        if ceiling is None or result is None or result.bw_bytes_per_s is None:
            continue
        if (result.bs_bytes or 0) < LARGE_BLOCK_BYTES or result.bw_bytes_per_s >= ceiling.low * WELL_BELOW:
            continue
        share = result.bw_bytes_per_s / ceiling.high
        yield Finding(
            "below-link-limit",
            "info",
            sentences.BELOW_LINK(
                measured=gb(result.bw_bytes_per_s),
                direction=direction,
                share=f"{share:.0%}",
                ceiling=gb_range(ceiling),
            ),
            (
                Evidence("measured", result.bw_bytes_per_s, "bytes/s", "result"),
                Evidence("path ceiling", ceiling.high, "bytes/s", "computed"),
            ),
        )


def _uneven_members(path: Path) -> Iterator[Finding]:
    wanted = {f"disk:{member.disk}" for member in path.members}
    for direction in ("read", "write"):
        means = {
            s.subject.removeprefix("disk:"): sum(s.known) / len(s.known)
            for s in path.samples.series
            if s.subject in wanted and s.metric == "bw_bytes_per_s" and s.direction == direction and s.known
        }
        if len(means) < 2 or len(means) < len(wanted):
            continue
        slow, fast = min(means, key=lambda d: means[d]), max(means, key=lambda d: means[d])
        mean = sum(means.values()) / len(means)
        # A target that idles in this direction says nothing about its members.
        if mean < 1e6 or means[fast] <= means[slow] * UNEVEN:
            continue
        yield Finding(
            "uneven-members",
            "warning",
            sentences.UNEVEN(
                direction=direction, slow=slow, slowest=gb(means[slow]), fast=fast, fastest=gb(means[fast])
            ),
            tuple(Evidence(disk, value, "bytes/s", "samples") for disk, value in sorted(means.items())),
        )


def _chipset(path: Path) -> Iterator[Finding]:
    below = [
        member.disk
        for member in path.members
        if member.function and path.tree.chain(member.function.address)[0].is_chipset_port
    ]
    if below:
        yield Finding(
            "chipset-uplink",
            "info",
            sentences.CHIPSET(drives=below),
            tuple(Evidence("drive", disk) for disk in below),
        )
