"""What a rating comes to: of each result one share for lists, filters and charts, and the figures that rules judge."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from fioboard.engine.rating.basis import Access
from fioboard.engine.rating.compare import Rated
from fioboard.engine.rules.facts import RatedFigure
from fioboard.engine.words.ratings import RatingVerdict


@dataclass(frozen=True, slots=True)
class ResultShare:
    """Of one result. `share` is None where nothing may be read from it, and `verdict` says so."""

    share: float | None = None
    verdict: RatingVerdict | None = None


def list_shares(rated: Rated) -> dict[int, ResultShare]:
    """List by the position of a test's first result the rate that people speak of beside what its drives are
    rated.
    """
    shares: dict[int, ResultShare] = {}
    for held in rated.held:
        position = held.tested.position
        if held.metric != "lat_ns" and position is not None and position not in shares:
            is_alike = held.verdict != "not_comparable"
            shares[position] = ResultShare(held.share if is_alike else None, held.verdict)
    return shares


def list_figures(rated: Rated) -> tuple[RatedFigure, ...]:
    """List the same for rules: rates alone, since of a latency less is better."""
    return tuple(
        RatedFigure(
            metric=held.metric,
            direction=_DIRECTIONS[held.tested.access],
            measured=held.measured,
            rated=held.rated,
            drive_count=held.drive_count,
            verdict=held.verdict,
            may_judge=held.may_judge,
            source=held.compared.source.kind if held.compared and held.compared.source else None,
        )
        for held in rated.held
        if held.metric != "lat_ns"
    )


_DIRECTIONS: Mapping[Access, Literal["read", "write", "mixed"]] = {
    "read": "read",
    "write": "write",
    "randwrite": "write",
    "mixed": "mixed",
}
