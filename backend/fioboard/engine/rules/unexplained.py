"""What is left where no limit was found: a figure well below its path, which nothing known explains."""

from collections.abc import Iterator

from fioboard.core.figures import format_bandwidth
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import (
    FINE,
    Evidence,
    Finding,
    Judgement,
    format_bandwidth_range,
    format_share,
)
from fioboard.engine.rules.rated import compare_with_rating
from fioboard.engine.rules.reached import NEAR
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.drives import BELOW_LINK, UNEXPLAINED, UNEXPLAINED_RATED

LINKS, NETWORK = "link limit", "network limit"


def describe_carrier(facts: RunFacts) -> str:
    """Name the limit of the path."""
    return LINKS if facts.has_drives or (facts.path is None and facts.stated_link) else NETWORK


def judge_below_link_limit(facts: RunFacts) -> Iterator[Judgement]:
    """Judge a figure well below its path that nothing known explains; the last resort."""
    thresholds = RULES["below-link-limit"].thresholds
    for direction in facts.directions():
        moved, ceiling = facts.moved(direction), facts.ceiling(direction)
        if moved is None or ceiling is None:
            continue
        if (moved.bs_bytes or 0) < thresholds["large block bytes"]:
            continue
        if moved.bw_bytes_per_s >= ceiling.low * thresholds["well below"]:
            yield FINE
            continue
        share = moved.bw_bytes_per_s / ceiling.high
        rated = compare_with_rating(facts, "bw_bytes_per_s")
        evidence = [
            Evidence("measured", moved.bw_bytes_per_s, "bytes/s", "result"),
            Evidence(describe_carrier(facts), ceiling.high, "bytes/s", "computed"),
        ]
        headline = UNEXPLAINED(
            measured=format_bandwidth(moved.bw_bytes_per_s),
            share=format_share(share),
            carrier=describe_carrier(facts),
        )
        if rated is not None:
            evidence.append(Evidence("rated", rated[1], "bytes/s", "stated"))
            headline = UNEXPLAINED_RATED(
                measured=format_bandwidth(moved.bw_bytes_per_s),
                share=format_share(share),
                carrier=describe_carrier(facts),
                rated=format_share(moved.bw_bytes_per_s / rated[1]),
            )
        yield Finding(
            "below-link-limit",
            "info",
            BELOW_LINK(
                measured=format_bandwidth(moved.bw_bytes_per_s),
                direction=direction,
                share=format_share(share),
                ceiling=format_bandwidth_range(ceiling),
            ),
            tuple(evidence),
            "likely",
            share=share,
            direction=direction,
            headline=headline,
        )


DECLARED = (
    Rule(
        "below-link-limit",
        "unexplained gap to the link limit",
        "limit",
        "No other limit was found, blocks are at least 128 KiB, and the figure is under 85 % of the path's ceiling.",
        "last resort: names what was excluded, never a cause",
        ("measured", LINKS, NETWORK, "rated", "drives", "CPU of the jobs"),
        Experiment(
            "Run the same job on one drive alone",
            "If one drive alone exceeds its share of this run, a shared component is the limit.",
            "If not, check the drive, the queue depth and the I/O engine.",
        ),
        {"well below": NEAR, "large block bytes": 131072},
        "A drive whose own ceiling is below its link, and nothing states it.",
        further=(
            Experiment(
                "Run the same job at twice the depth",
                "If throughput rises, too little was in flight.",
                "If it does not change, depth is not the limit.",
                expects="rate_rises",
            ),
            Experiment(
                "Run the same job with twice the jobs",
                "If throughput rises, one job's thread was the limit.",
                "If it does not change, the CPU is not the limit.",
                expects="rate_rises",
            ),
        ),
        judge=judge_below_link_limit,
        templates=(BELOW_LINK,),
        is_last_resort=True,
    ),
)
HEADLINES = (UNEXPLAINED, UNEXPLAINED_RATED)
"""What a verdict may say of it."""
