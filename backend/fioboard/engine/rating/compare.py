"""What a run measured, held against the cards of its drives: of each test the figure that people speak of, beside the
rating whose conditions are nearest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fioboard.core.sentence import Sentence
from fioboard.engine.answers.rating import NoRating, RatingMetric
from fioboard.engine.hardware.datasheets.array import rated_of_array
from fioboard.engine.hardware.datasheets.card import Card, Rating
from fioboard.engine.hardware.datasheets.conditions import DEPTH_TOLERANCE
from fioboard.engine.hardware.datasheets.in_force import CardInForce, find_cards
from fioboard.engine.hardware.datasheets.match import Drive, find_reported_model
from fioboard.engine.hardware.datasheets.verdict import Compared, Verdict, compare
from fioboard.engine.rating import sentences
from fioboard.engine.rating.basis import LAYOUT_ALONE, LAYOUT_SIDE_BY_SIDE, Basis, Tested
from fioboard.engine.rating.labels import Stated, apply_stated
from fioboard.engine.rules.facts import is_large
from fioboard.engine.words.ratings import RATING_VERDICTS

# What a person states of a datasheet is the printed figure, give or take its rounding.
SAME = 0.01
FEW = 4
_RANK: dict[Verdict, int] = {verdict: rank for rank, verdict in enumerate(RATING_VERDICTS)}
_SOURCES = ("maker", "oem", "reproduced_table", "quoted", "news", "catalogue", "weak")
_DIRECTIONS = {
    "read": frozenset({"read", "randread", "any"}),
    "write": frozenset({"write", "randwrite", "any"}),
    "randwrite": frozenset({"write", "randwrite", "any"}),
    "mixed": frozenset({"randrw", "any"}),
}


@dataclass(frozen=True, slots=True)
class Held:
    """One figure beside its rating."""

    tested: Tested
    metric: RatingMetric
    percentile: float | None
    measured: float
    rated: float
    rated_each: float
    drive_count: int
    rule: str | None
    is_at_ceiling: bool
    card: CardInForce | None
    """None: stated by a label of the run, and no card prints the same."""
    compared: Compared | None
    """None where a label alone states the rating: it has no conditions."""
    is_stated: bool = False
    """Whether a label of the run states this rating."""
    is_made_for: bool = False
    """Whether `suite datasheet` made the run for this figure of the card."""

    @property
    def share(self) -> float:
        """Measured over rated; of a latency less is better."""
        return self.measured / self.rated

    @property
    def verdict(self) -> Verdict:
        """What may be said of the share."""
        return self.compared.verdict if self.compared else "conditions_unknown"

    @property
    def may_judge(self) -> bool:
        """Whether the share may colour anything."""
        return self.compared is not None and self.compared.may_judge


@dataclass(frozen=True, slots=True)
class Rated:
    """Everything of one run; without figures `missing` says why."""

    held: tuple[Held, ...]
    models: tuple[str, ...] = ()
    missing: NoRating | None = None
    sentence: Sentence | None = None


NOTHING_READ = Rated((), (), "not_read", sentences.NOT_READ())


def rate(basis: Basis, stated: Stated, cards: Sequence[CardInForce]) -> Rated:
    """The run beside the cards in force; what a label states wins over every card."""
    known = apply_stated(basis, stated)
    models = tuple(dict.fromkeys(one.model for one in known.models))
    named = ", ".join(models)
    tests = [test for test in known.tests if test.iops or test.bw_bytes_per_s]
    held: list[Held] = []
    own: list[CardInForce] = []
    if len(known.models) == 1:
        [model] = known.models
        name = model.model
        if stated.model is not None:
            name = find_reported_model((one.card for one in cards), name, model.capacity_bytes)
        own = find_cards(Drive(name, model.capacity_bytes, model.interface), cards)
    for test in tests:
        held += _compare_test(_Asked(test, known, own, stated))
    if held:
        return Rated(tuple(held), models)
    reason: tuple[NoRating, Sentence]
    if not tests:
        reason = "not_measured", sentences.NOT_MEASURED()
    elif not known.models:
        reason = "no_drive", sentences.NO_DRIVE()
    elif len(known.models) > 1:
        reason = "several_models", sentences.SEVERAL(models=named)
    elif not own:
        reason = "no_card", sentences.NO_CARD(models=named)
    elif known.layout is None:
        reason = "layout", sentences.LAYOUT()
    else:
        reason = "no_figure", sentences.NO_FIGURE(models=named)
    return Rated((), models, *reason)


@dataclass(frozen=True, slots=True)
class _Asked:
    """One test, on which drives, and their cards."""

    test: Tested
    basis: Basis
    cards: Sequence[CardInForce]
    stated: Stated


def _compare_test(asked: _Asked) -> Iterator[Held]:
    """Compare the rate that people speak of, and the latency where the depth is that of the rating."""
    test, stated = asked.test, asked.stated
    metric: RatingMetric = "bw_bytes_per_s" if is_large(test.conditions.bs_bytes) else "iops"
    rates: dict[RatingMetric, float | None] = {"iops": test.iops, "bw_bytes_per_s": test.bw_bytes_per_s}
    for name, of_test in rates.items():
        each = stated.rated.get(name)
        if each is not None and of_test:
            yield from _compare_stated(asked, name, each, of_test)
    measured = rates[metric]
    if measured and metric not in stated.rated:
        yield from _nearest(asked, metric, None, measured)
    if asked.basis.drive_count == 1:
        yield from _latencies(asked)


def _compare_stated(asked: _Asked, metric: RatingMetric, each: float, measured: float) -> Iterator[Held]:
    """Compare with what a label states; where a card prints the same figure, with its conditions and source."""
    for held in _nearest(asked, metric, None, measured, only=each):
        yield replace(held, is_stated=True)
        return
    test, basis = asked.test, asked.basis
    together = _together(test, basis, metric, each)
    if together is not None:
        rated, is_at_ceiling = together
        yield Held(
            test, metric, None, measured, rated, each, basis.drive_count or 1, _rule(basis),
            is_at_ceiling, None, None, is_stated=True,
        )  # fmt: skip


def _latencies(asked: _Asked) -> Iterator[Held]:
    """Where as many I/Os were in flight as the rating says; where it does not say, few: so latencies are printed."""
    test = asked.test
    percentiles = {float(name): float(value) for name, value in test.percentiles_ns.items()}
    wanted = {
        rating.percentile for one in asked.cards for rating in one.card.rating if rating.metric == "lat_ns"
    }
    for percentile in sorted(wanted, key=lambda one: (one is not None, one)):
        latency = test.lat_mean_ns if percentile is None else percentiles.get(percentile)
        for held in _nearest(asked, "lat_ns", percentile, latency) if latency else ():
            if held.compared is not None and _is_as_deep(test, held.compared.rating):
                yield held


def _is_as_deep(test: Tested, rating: Rating) -> bool:
    depth = test.conditions.outstanding
    if rating.outstanding is None:
        return depth is not None and depth <= FEW
    return depth is None or abs(depth - rating.outstanding) <= DEPTH_TOLERANCE * rating.outstanding


def _nearest(
    asked: _Asked,
    metric: RatingMetric,
    percentile: float | None,
    measured: float,
    *,
    only: float | None = None,
) -> Iterator[Held]:
    """The rating of the first card that has any of the kind: the one that the fewest conditions keep apart, and of
    equals the one that the run was made for. `only`: of this value."""
    stated = asked.stated
    for one in asked.cards:
        figures = stated.figures if stated.made_for == one.card.id else ()
        rated = [
            replace(held, is_made_for=place in figures)
            for place, rating in enumerate(one.card.rating, start=1)
            if rating.metric == metric
            and rating.percentile == percentile
            and (only is None or abs(rating.value - only) <= SAME * only)
            and rating.rw in _DIRECTIONS[asked.test.access]
            and (held := _held(asked, one, rating, metric, measured)) is not None
        ]
        if rated:
            yield min(rated, key=_distance)
            return


def _held(
    asked: _Asked, one: CardInForce, rating: Rating, metric: RatingMetric, measured: float
) -> Held | None:
    test, basis = asked.test, asked.basis
    together = (rating.value, False) if metric == "lat_ns" else _together(test, basis, metric, rating.value)
    if together is None:
        return None
    rated, is_at_ceiling = together
    conditions = test.conditions
    # What lay in the cache before is not known: only what fills it alone is certain.
    if not _fills_cache(one.card, conditions.written_bytes):
        conditions = replace(conditions, written_bytes=None)
    compared = compare(one.card, rating, conditions, measured, rated=rated, origin=one.origin)
    if compared is None:
        return None
    return Held(
        test, metric, rating.percentile, measured, rated, rating.value,
        basis.drive_count or 1, _rule(basis), is_at_ceiling, one, compared,
    )  # fmt: skip


def _fills_cache(card: Card, written: int | None) -> bool:
    size = card.slc_cache_bytes
    return written is not None and size is not None and written > size


def _distance(held: Held) -> tuple[int, bool, int, bool, int, float]:
    """Return how far a rating is from a test: what the maker printed comes before a review with fewer differences."""
    compared = held.compared
    if compared is None:
        return (0, False, 0, False, 0, 0.0)
    source = _SOURCES.index(compared.source.kind) if compared.source else len(_SOURCES)
    weight = sum(2 if one.effect == "differs" else 1 for one in compared.differs)
    is_secondary = source >= _SOURCES.index("quoted")
    return (_RANK[compared.verdict], is_secondary, weight, not held.is_made_for, source, -compared.rated)


def _rule(basis: Basis) -> str | None:
    return None if basis.layout == LAYOUT_ALONE else basis.layout


def _together(test: Tested, basis: Basis, metric: RatingMetric, each: float) -> tuple[float, bool] | None:
    """What all drives are rated, and whether the links carry less; None where no rule says."""
    count = basis.drive_count
    if count == 1:
        return each, False
    if count is None or basis.layout is None:
        return None
    ceiling = test.ceiling_bytes_per_s
    if metric == "iops":
        size = test.conditions.bs_bytes
        ceiling = ceiling / size if ceiling and size else None
    if basis.layout == LAYOUT_SIDE_BY_SIDE:
        total: float | None = each * count
    elif test.access == "mixed":
        return None
    else:
        total = rated_of_array(each, basis.layout, count, test.access)
    if total is None:
        return None
    return (ceiling, True) if ceiling is not None and ceiling < total else (total, False)
