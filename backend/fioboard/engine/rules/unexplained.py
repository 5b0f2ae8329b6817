"""What is left where no limit was found: a figure well below its path, which nothing known explains."""

from collections.abc import Iterator

from fioboard.core.figures import format_bandwidth
from fioboard.engine.rules.check import Check
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
from fioboard.engine.rules.sentences.drives import BELOW_LINK, UNEXPLAINED, UNEXPLAINED_RATED
from fioboard.engine.words.findings import RULES

LINKS, NETWORK = "link limit", "network limit"


def describe_carrier(facts: RunFacts) -> str:
    """Name the limit of the path."""
    return LINKS if facts.has_drives or (facts.path is None and facts.stated_link) else NETWORK


def judge_below_link_limit(facts: RunFacts) -> Iterator[Judgement]:
    """Judge a figure well below its path that nothing known explains; the last resort."""
    thresholds = RULES["below-link-limit"].thresholds
    for direction in facts.directions():
        moved, ceiling = facts.moved(direction), facts.ceiling(direction)
        if moved is None or moved.bw_bytes_per_s is None or ceiling is None:
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
            Evidence("path limit", ceiling.high, "bytes/s", "computed"),
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


CHECKS = (Check("below-link-limit", judge_below_link_limit, (BELOW_LINK,), is_last_resort=True),)
HEADLINES = (UNEXPLAINED, UNEXPLAINED_RATED)
"""What a verdict may say of it."""
