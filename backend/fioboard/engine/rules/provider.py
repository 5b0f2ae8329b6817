"""Limits that a provider sells a volume with: a rate that stands at one of them from start to end."""

from collections.abc import Iterator, Mapping, Sequence

from fioboard.core.figures import format_figure
from fioboard.engine.hardware.datasheets.card import Card, Rating
from fioboard.engine.hardware.inventory.path import Member
from fioboard.engine.rules.depth import compute_in_flight
from fioboard.engine.rules.facts import Moved, RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown, format_share
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.machine import CAP, CAPPED
from fioboard.engine.rules.series import compute_spread
from fioboard.engine.rules.sold import list_cards

# What else a job can be held back by in the same way is a setting of its own.
_OWN = ("rate", "rate_iops", "rate_min", "thinktime")


def judge_provisioned_cap(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether a volume of a known provider, with several I/Os in flight, stayed at a published limit."""
    members = facts.path.members if facts.path else []
    if len(members) != 1 or not facts.is_fio:
        return
    [member] = members
    cards = list_cards(facts)
    if cards is None:
        return
    if facts.samples is None:
        yield Unknown("samples")
        return
    thresholds = RULES["provisioned-cap"].thresholds
    findings: list[Judgement] = []
    is_any = False
    for direction in facts.directions():
        moved = facts.moved(direction)
        if (
            moved is None
            or not moved.is_direct
            or (compute_in_flight(moved.results) or 0) < thresholds["in flight"]
        ):
            continue
        if any(result.job_options.get(name, "0") != "0" for result in moved.results for name in _OWN):
            continue
        is_any = True
        findings += _find_limit(facts, member, moved, cards)
    yield from findings or ([FINE] if is_any else [])


def _find_limit(facts: RunFacts, member: Member, moved: Moved, cards: Sequence[Card]) -> Iterator[Finding]:
    """Find the published limit that a steady rate stays at: the nearest of IOPS, else of bytes."""
    thresholds = RULES["provisioned-cap"].thresholds
    rates: Mapping[str, float | None] = {"iops": moved.iops, "bw_bytes_per_s": moved.bw_bytes_per_s}
    for metric, measured in rates.items():
        spread = compute_spread(facts, member.disk, metric, moved.direction)
        if not measured or spread is None or spread > thresholds["spread"]:
            continue
        limits = [
            (abs(measured / rating.value - 1), rating.value, card)
            for card in cards
            for rating in card.rating
            if rating.metric == metric and _matches_direction(rating, moved.direction)
        ]
        nearest = min(limits, key=lambda limit: limit[0], default=None)
        if nearest is None or nearest[0] > thresholds["near"]:
            continue
        _, limit, card = nearest
        is_iops = metric == "iops"
        words = {
            "measured": format_figure(measured, "IOPS" if is_iops else "bytes/s"),
            "spread": format_share(spread, 1),
        }
        yield Finding(
            "provisioned-cap",
            "info",
            CAPPED(
                **words,
                direction=moved.direction,
                share=format_share(measured / limit, 1),
                limit=format_figure(limit, "IOPS" if is_iops else "bytes/s"),
            ),
            (
                Evidence("measured", measured, "IOPS" if is_iops else "bytes/s", "result"),
                Evidence("spread", round(100 * spread, 2), "%", "samples"),
                Evidence("published limit", limit, "IOPS" if is_iops else "bytes/s", "datasheet"),
                Evidence("volume", card.id, None, "datasheet"),
            ),
            "possible",
            share=measured / limit,
            direction=moved.direction,
            headline=CAP(**words),
        )
        return


def _matches_direction(rating: Rating, direction: str) -> bool:
    return rating.rw in {direction, f"rand{direction}", "any"}


DECLARED = (
    Rule(
        "provisioned-cap",
        "sold volume limit",
        "limit",
        "On one volume of Amazon, Google or Azure, with at least 4 in flight, the rate spread by less than 1 % over 10 "
        "readings and more of the run, within 2 % of a figure that the provider publishes for such a volume.",
        "the cards of cloud volumes in backend/fioboard/engine/hardware/datasheets/cards, "
        "each with its source and date",
        ("measured", "spread", "published limit", "volume"),
        Experiment(
            "Run the same job with blocks four times as large",
            "Bandwidth rises and IOPS do not, or the other way round: one of the two is capped. The provider's "
            "console shows the volume's limits.",
            "If both change alike, neither is capped.",
        ),
        {"in flight": 4, "spread": 0.01, "near": 0.02, "readings": 10},
        "A figure of another size, or one that was bought since; rates and pauses of the job's own are left out. "
        "Limits change: each has the date on which it was read.",
        judge=judge_provisioned_cap,
        templates=(CAPPED,),
    ),
)
HEADLINES = (CAP,)
"""What a verdict may say of it."""
