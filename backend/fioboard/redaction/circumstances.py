"""Circumstances of a comparison as the share shows them: figures as they are, a hop by its label, words from lists."""

from collections.abc import Callable, Sequence
from typing import get_args

from fioboard.redaction.measured import closed, figure
from fioboard.redaction.provenance import own
from fioboard.redaction.quoted import WITHHELD, restated
from fioboard.schemas.circumstances import CircumstanceFigure, CircumstanceOut
from fioboard.vocabulary.circumstances import CIRCUMSTANCES, CircumstanceSource
from fioboard.vocabulary.sentences import OF_CIRCUMSTANCES

SOURCES = get_args(CircumstanceSource)
Place = Callable[[object], str | None]
"""What a hop of one side is called in the share; None when it may not be said."""


def shown_circumstances(
    stated: Sequence[CircumstanceOut], hidden: frozenset[str], places: tuple[Place, Place]
) -> list[CircumstanceOut]:
    """Those that the sender did not leave out. `places`: of base and new."""
    shown: list[CircumstanceOut] = []
    for one in stated:
        declared = CIRCUMSTANCES.get(one["key"])
        if declared is None or not hidden.isdisjoint(declared.hidden_by):
            continue
        shown.append(
            {
                "key": own(declared.key),
                "title": own(declared.title),
                "unit": own(declared.unit),
                "base": _figure(one["base"], places[0]),
                "new": _figure(one["new"], places[1]),
            }
        )
    return shown


def _figure(stated: CircumstanceFigure, place: Place) -> CircumstanceFigure:
    reason = stated["reason"]
    return {
        "low": figure(stated["low"]),
        "high": figure(stated["high"]),
        "n": int(figure(stated["n"]) or 0),
        "of": int(figure(stated["of"]) or 0),
        "source": closed(stated["source"], SOURCES, "result"),
        "limited_by": place(stated["limited_by"]),
        "reason": None if reason is None else restated(reason, OF_CIRCUMSTANCES) or WITHHELD,
    }
