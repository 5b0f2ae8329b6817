"""What is left where no limit was found: a figure well below its path, which nothing known explains."""

from collections.abc import Iterator

from fioboard.core.sentence import Template
from fioboard.findings.check import Check
from fioboard.findings.facts import RunFacts
from fioboard.findings.finding import FINE, Evidence, Finding, Judgement, gb, gb_range, percent
from fioboard.findings.rated import rated_share
from fioboard.vocabulary.findings import RULES

BELOW_LINK = Template(
    "{measured:figure} {direction:closed} is {share:figure} of the {ceiling:figure} limit of the path; no "
    "known limit explains it."
)
UNEXPLAINED = Template(
    "{measured:figure}, {share:figure} of the {carrier:closed}; no known limit explains it."
)
UNEXPLAINED_RATED = Template(
    "{measured:figure}, {share:figure} of the {carrier:closed} and {rated:figure} of the drives' rating; no known "
    "limit explains it."
)


LINKS, NETWORK = "link limit", "network limit"


def carrier(facts: RunFacts) -> str:
    """Name the limit of the path."""
    return LINKS if facts.has_drives else NETWORK


def below_link_limit(facts: RunFacts) -> Iterator[Judgement]:
    """The last resort: well below the path, and nothing known explains it."""
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
        rated = rated_share(facts, "bw_bytes_per_s")
        evidence = [
            Evidence("measured", moved.bw_bytes_per_s, "bytes/s", "result"),
            Evidence("path ceiling", ceiling.high, "bytes/s", "computed"),
        ]
        headline = UNEXPLAINED(
            measured=gb(moved.bw_bytes_per_s), share=percent(share), carrier=carrier(facts)
        )
        if rated is not None:
            evidence.append(Evidence("rated", rated[1], "bytes/s", "stated"))
            headline = UNEXPLAINED_RATED(
                measured=gb(moved.bw_bytes_per_s),
                share=percent(share),
                carrier=carrier(facts),
                rated=percent(moved.bw_bytes_per_s / rated[1]),
            )
        yield Finding(
            "below-link-limit",
            "info",
            BELOW_LINK(
                measured=gb(moved.bw_bytes_per_s),
                direction=direction,
                share=percent(share),
                ceiling=gb_range(ceiling),
            ),
            tuple(evidence),
            "likely",
            share=share,
            direction=direction,
            headline=headline,
        )


CHECKS = (Check("below-link-limit", below_link_limit, (BELOW_LINK,), is_last_resort=True),)
HEADLINES = (UNEXPLAINED, UNEXPLAINED_RATED)
"""What a verdict may say of it."""
