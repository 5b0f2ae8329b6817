"""A rating in the API's shape."""

from fioboard.engine.answers.rating import (
    ConditionOut,
    RatedFigureOut,
    RatingCardOut,
    RatingOut,
    RatingSourceOut,
)
from fioboard.engine.hardware.datasheets.card import UNITS, Source
from fioboard.engine.hardware.datasheets.in_force import CardInForce
from fioboard.engine.rating.compare import Held, Rated

STATED = "stated"


def build_rating(rated: Rated, *, is_doubted: bool = False) -> RatingOut:
    """Build everything that a run's page shows. `is_doubted`: the run is not to be trusted, so nothing of it may
    judge.
    """
    return {
        "figures": [build_figure(one, is_doubted=is_doubted) for one in rated.held],
        "models": list(rated.models),
        "missing": rated.missing,
        "sentence": rated.sentence,
    }


def build_figure(held: Held, *, is_doubted: bool = False) -> RatedFigureOut:
    """Build one figure beside its rating."""
    compared = held.compared
    return {
        "metric": held.metric,
        "unit": UNITS[held.metric],
        "rw": held.tested.conditions.rw,
        "bs_bytes": held.tested.conditions.bs_bytes,
        "percentile": held.percentile,
        "measured": held.measured,
        "rated": held.rated,
        "rated_each": held.rated_each,
        "drive_count": held.drive_count,
        "rule": held.rule,
        "is_at_ceiling": held.is_at_ceiling,
        "share": round(held.share, 4),
        "verdict": held.verdict,
        "may_judge": held.may_judge and not is_doubted,
        "differs": _differs(held),
        "is_stated": held.is_stated,
        "claim": compared.rating.claim if compared else STATED,
        "source": build_source(compared.source) if compared and compared.source else None,
        "card": _card(held.card) if held.card else None,
    }


def _differs(held: Held) -> list[ConditionOut]:
    if held.compared is None:
        return []
    return [
        {"name": one.name, "rated": one.rated, "run": one.run, "effect": one.effect}
        for one in held.compared.differs
        if one.effect in {"easier", "differs", "unknown"}
    ]


def build_source(source: Source) -> RatingSourceOut:
    """Build where a figure was read."""
    return {
        "title": source.title,
        "address": source.address,
        "kind": source.kind,
        "page": source.page,
        "dated": source.dated,
        "read_at": source.read_at.isoformat(),
        "is_copy": source.is_copy,
    }


def _card(one: CardInForce) -> RatingCardOut:
    return {"id": one.card.id, "title": one.card.title, "origin": one.origin, "grade": one.card.grade}
