"""From cards to the JSON of lists and pages."""

from collections import Counter
from collections.abc import Sequence

from fioboard.engine.answers.spec import (
    ModelWithoutSpec,
    PastedFigure,
    PastedOut,
    PastedRow,
    SpecBrief,
    SpecFigureOut,
    SpecList,
    SpecOut,
)
from fioboard.engine.hardware.datasheets.card import Card, Rating
from fioboard.engine.hardware.datasheets.in_force import CardInForce, find_cards
from fioboard.engine.hardware.datasheets.match import Drive
from fioboard.engine.hardware.datasheets.pasted import Pasted
from fioboard.engine.rating.out import build_source
from fioboard.store.queries.drive_models import StandingRow
from fioboard.store.queries.specs import SpecCardRow


def brief(one: CardInForce) -> SpecBrief:
    """A card in a list."""
    card = one.card
    return {
        "id": card.id,
        "title": card.title,
        "drive_class": card.drive_class,
        "grade": card.grade,
        "capacity_bytes": card.capacity_bytes,
        "models": list(dict.fromkeys(match.model for match in card.match)),
        "origin": one.origin,
        "version": one.version,
        "figure_count": len(card.rating),
        "unsourced_count": sum(card.find_source(rating) is None for rating in card.rating),
    }


def listed(
    cards: Sequence[CardInForce], standing: Sequence[StandingRow], unknown_count: int, find: str
) -> SpecList:
    """Build the list: cards with `find`, in lower case, in title or model, each with the number of its drives.

    `unknown_count`: drives whose model is unknown.
    """
    counts: Counter[str] = Counter()
    without: list[ModelWithoutSpec] = []
    for row in standing:
        own = find_cards(Drive(row["model"], row["size_bytes"]), cards)
        counts.update({one.card.id: row["drives"] for one in own})
        if not own:
            without.append(
                {
                    "id": row["id"],
                    "model": row["model"],
                    "capacity_bytes": row["size_bytes"],
                    "drive_count": row["drives"],
                }
            )
    shown = (brief(one) for one in cards)
    return {
        "items": [
            {**one, "drive_count": counts[one["id"]]}
            for one in shown
            if any(find in text.casefold() for text in (one["title"], *one["models"]))
        ],
        "without": without,
        "drive_count": sum(row["drives"] for row in standing),
        "unknown_count": unknown_count,
    }


def whole(one: CardInForce, made: SpecCardRow | None = None) -> SpecOut:
    """A card with its figures. `made`: by whom and when a person added it."""
    contradicted = {
        id(rating) for contradiction in one.card.contradictions for rating in contradiction.ratings
    }
    return {
        **brief(one),
        "figures": [
            _figure(one.card, rating, is_contradicted=id(rating) in contradicted)
            for rating in one.card.rating
        ],
        "notes": list(one.card.notes),
        "link": one.card.link,
        "made_at": made["made_at"] if made else None,
        "made_by": made["made_by"] if made else None,
    }


def _figure(card: Card, rating: Rating, *, is_contradicted: bool) -> SpecFigureOut:
    source = card.find_source(rating)
    return {
        "metric": rating.metric,
        "value": rating.value,
        "unit": rating.unit,
        "claim": rating.claim,
        "rw": rating.rw,
        "read_pct": rating.read_pct,
        "percentile": rating.percentile,
        "bs_bytes": rating.bs_bytes,
        "outstanding": rating.outstanding,
        "workers": rating.workers,
        "span": rating.span,
        "state": rating.state,
        "cache": rating.cache,
        "data": rating.data,
        "lba_bytes": rating.lba_bytes,
        "assumed": list(rating.assumed),
        "scope": rating.scope,
        "line": rating.line,
        "source": build_source(source) if source else None,
        "is_contradicted": is_contradicted,
    }


def build_pasted(read: Pasted) -> PastedOut:
    """Build what was read from a pasted table."""
    return {
        "figures": [
            PastedFigure(
                row=one.row,
                column=one.column,
                rating=one.rating.model_dump(mode="json", exclude_none=True, exclude_defaults=True),
            )
            for one in read.drafts
        ],
        "not_understood": [
            PastedRow(row=one.row, text=one.text, reason=one.reason) for one in read.not_understood
        ],
        "columns": list(read.columns),
    }
