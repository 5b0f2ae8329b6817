"""From cards to the JSON of lists and pages."""

from fioboard.queries.specs import SpecCardRow
from fioboard.rating.out import source_out
from fioboard.schemas.spec import PastedFigure, PastedOut, PastedRow, SpecBrief, SpecFigureOut, SpecOut
from fioboard.specs.card import Card, Rating
from fioboard.specs.in_force import CardInForce
from fioboard.specs.pasted import Pasted


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
        "unsourced_count": sum(card.source_of(rating) is None for rating in card.rating),
    }


def whole(one: CardInForce, made: SpecCardRow | None = None) -> SpecOut:
    """A card with its figures. `made`: by whom and when a person added it."""
    contradicted = {id(rating) for told in one.card.contradictions for rating in told.ratings}
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
    source = card.source_of(rating)
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
        "source": source_out(source) if source else None,
        "is_contradicted": is_contradicted,
    }


def pasted_out(read: Pasted) -> PastedOut:
    """What was read from a pasted table."""
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
