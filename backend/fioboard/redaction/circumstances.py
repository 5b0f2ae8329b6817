"""Circumstances of a comparison as the share shows them: figures as they are, a hop by its label, words from lists."""

from collections.abc import Callable, Sequence
from typing import get_args

from fioboard.redaction.measured import choose_closed_word, keep_number
from fioboard.redaction.provenance import mark_own
from fioboard.redaction.templates import WITHHELD, restate
from fioboard.schemas.circumstances import CircumstanceFigure, CircumstanceOut
from fioboard.vocabulary.circumstances import CIRCUMSTANCES, CircumstanceSource
from fioboard.vocabulary.sentences import OF_CIRCUMSTANCES

SOURCES = get_args(CircumstanceSource)
Place = Callable[[object], str | None]
"""What a hop of one side is called in the share; None when it may not be said."""


def share_circumstances(
    stated: Sequence[CircumstanceOut], hidden: frozenset[str], places: tuple[Place, Place]
) -> list[CircumstanceOut]:
    """Return the circumstances that the sender did not leave out. `places`: of base and new."""
    shown: list[CircumstanceOut] = []
    for one in stated:
        declared = CIRCUMSTANCES.get(one["key"])
        if declared is None or not hidden.isdisjoint(declared.hidden_by):
            continue
        shown.append(
            {
                "key": mark_own(declared.key),
                "title": mark_own(declared.title),
                "unit": mark_own(declared.unit),
                "base": _share_figure(one["base"], places[0]),
                "new": _share_figure(one["new"], places[1]),
            }
        )
    return shown


def _share_figure(stated: CircumstanceFigure, place: Place) -> CircumstanceFigure:
    reason = stated["reason"]
    return {
        "low": keep_number(stated["low"]),
        "high": keep_number(stated["high"]),
        "n": int(keep_number(stated["n"]) or 0),
        "of": int(keep_number(stated["of"]) or 0),
        "source": choose_closed_word(stated["source"], SOURCES, "result"),
        "limited_by": place(stated["limited_by"]),
        "reason": None if reason is None else restate(reason, OF_CIRCUMSTANCES) or WITHHELD,
    }
