"""Rates that stand at a round number which volumes are limited to: a sign that somebody set it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from fioboard.core.figures import format_figure, format_percent
from fioboard.core.sentence import Sentence
from fioboard.engine.factors.workload import SPOKEN_PATTERNS
from fioboard.engine.hardware.datasheets.card import Card
from fioboard.engine.hardware.datasheets.volume import Volume, cards_of_volume
from fioboard.engine.hardware.inventory.tolerant import text, whole
from fioboard.engine.rules.depth import count_asked, spell_depth
from fioboard.engine.rules.device_classes import join_titles, load_sold_limits
from fioboard.engine.rules.facts import Moved, RunFacts
from fioboard.engine.rules.sentences.machine import PUBLISHED, ROUND
from fioboard.engine.rules.series import compute_spread

HEADLINES = (PUBLISHED, ROUND)
# A burst of credits is longer than a short run; a queue of one I/O reaches no limit of IOPS.
MIN_RUN_MS = 20_000
MIN_ASKED = 4
# How near a limit a rate must be: of a published one, and of a number alone.
NEAR_PUBLISHED = 0.02
NEAR_ROUND = 0.005
# A limiter holds a rate: where it was sampled and varied more, no limit held it.
MAX_SPREAD = 0.03
# What else a job can be held back by in the same way is a setting of its own.
_OWN = ("rate", "rate_iops", "rate_min", "thinktime")


def list_cards(facts: RunFacts) -> Sequence[Card] | None:
    """List the cards of everything that the one volume of a run may be; None where its provider is unknown."""
    members = facts.path.members if facts.path else []
    if len(members) != 1:
        return None
    entry, system = members[0].entry, facts.document
    return cards_of_volume(
        Volume(
            text(system, "system.vendor"),
            text(system, "system.product"),
            text(entry, "model"),
            whole(entry, "size_bytes"),
        )
    )


def is_sold_volume(facts: RunFacts) -> bool:
    """Whether the run measured a volume of a provider whose limits are known."""
    return list_cards(facts) is not None


def find_sold_limit(facts: RunFacts) -> Sentence | None:
    """Say that a rate stands at a limit that such volumes have: of the cards of its provider, else of a list of round
    numbers. None for short runs, for one I/O at a time, and for a rate that was seen to vary.
    """
    cards = list_cards(facts)
    if cards is None and facts.path is not None and not facts.is_virtual:
        return None
    vendor = text(facts.document, "system.vendor")
    rates = (
        rate for way in facts.directions() for moved in facts.list_moved(way) for rate in _list_rates(moved)
    )
    for rate in rates:
        if _is_unsteady(facts, rate.direction):
            continue
        sentence = _compare_round(rate, vendor) if cards is None else _compare_published(rate, cards)
        if sentence is not None:
            return sentence
    return None


@dataclass(frozen=True, slots=True)
class _Rate:
    """A rate that a limit may hold, as a sentence says it."""

    metric: Literal["iops", "bw_bytes_per_s"]
    value: float
    direction: str
    what: str
    depth: str

    def format_figure(self, value: float) -> str:
        """Format a value of its kind."""
        return format_figure(value, "IOPS" if self.metric == "iops" else "bytes/s")


def _list_rates(moved: Moved) -> Iterator[_Rate]:
    """List the rates of a direct job with several I/Os in flight; none that was rounded when it was printed."""
    if not moved.is_direct or len(moved.results) != 1 or (moved.results[0].runtime_ms or 0) < MIN_RUN_MS:
        return
    [result] = moved.results
    asked, way = count_asked(result) or 0, moved.direction
    if asked < MIN_ASKED or any(result.job_options.get(name, "0") != "0" for name in _OWN):
        return
    what, depth = SPOKEN_PATTERNS.get(result.rw or "", way), spell_depth(asked, result)
    if moved.iops and not result.iops_is_rounded:
        yield _Rate("iops", moved.iops, way, what, depth)
    if moved.bw_bytes_per_s and not result.bw_is_rounded:
        yield _Rate("bw_bytes_per_s", moved.bw_bytes_per_s, way, what, depth)


def _is_unsteady(facts: RunFacts, direction: str) -> bool:
    """Whether samples show that the rate varied."""
    members = facts.path.members if facts.path else []
    spreads = [compute_spread(facts, one.disk, "iops", direction) for one in members]
    return any(spread is not None and spread > MAX_SPREAD for spread in spreads)


def _compare_published(rate: _Rate, cards: Sequence[Card]) -> Sentence | None:
    """Compare a rate with the nearest that the provider publishes."""
    limits = [
        rating.value
        for card in cards
        for rating in card.rating
        if rating.metric == rate.metric and rating.rw in {rate.direction, f"rand{rate.direction}", "any"}
    ]
    nearest = min(limits, key=lambda limit: abs(rate.value / limit - 1), default=None)
    if nearest is None or abs(rate.value / nearest - 1) > NEAR_PUBLISHED:
        return None
    return PUBLISHED(
        measured=rate.format_figure(rate.value),
        what=rate.what,
        depth=rate.depth,
        share=format_percent(100 * rate.value / nearest),
        limit=rate.format_figure(nearest),
    )


def _compare_round(rate: _Rate, vendor: str | None) -> Sentence | None:
    """Compare a rate with round numbers of volumes that the machine's maker sells; with all where it is unknown."""
    fitting = [
        (number, limit.title)
        for limit in load_sold_limits()
        if vendor in {None, limit.vendor}
        for number in getattr(limit, rate.metric)
        if abs(rate.value / number - 1) <= NEAR_ROUND
    ]
    if not fitting:
        return None
    nearest = min((number for number, _ in fitting), key=lambda number: abs(rate.value / number - 1))
    return ROUND(
        measured=rate.format_figure(rate.value),
        what=rate.what,
        depth=rate.depth,
        volumes=join_titles(title for number, title in fitting if number == nearest),
        limit=rate.format_figure(nearest),
    )
