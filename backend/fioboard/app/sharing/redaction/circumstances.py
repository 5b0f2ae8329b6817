"""Circumstances of a comparison as the share shows them: figures as they are, a hop by its label, words from lists."""

from collections.abc import Callable, Sequence

from fioboard.app.sharing.redaction.projector import Projector
from fioboard.app.sharing.redaction.provenance import mark_own
from fioboard.app.sharing.redaction.redactor import Redactor
from fioboard.engine.answers.circumstances import CircumstanceFigure, CircumstanceOut
from fioboard.engine.words.circumstances import CIRCUMSTANCES

Place = Callable[[object], str | None]
"""What a hop of one side is called in the share; None when it may not be said."""


def share_circumstances(
    stated: Sequence[CircumstanceOut], redactor: Redactor, places: tuple[Place, Place]
) -> list[CircumstanceOut]:
    """Return the circumstances that the sender did not leave out. `places`: of base and new."""
    base, new = (Projector(redactor, place=place) for place in places)

    def compose(one: CircumstanceOut) -> dict[str, object] | None:
        declared = CIRCUMSTANCES.get(one["key"])
        if declared is None or not redactor.hidden.isdisjoint(declared.hidden_by):
            return None
        return {
            "title": mark_own(declared.title),
            "base": base.share(CircumstanceFigure, one["base"]),
            "new": new.share(CircumstanceFigure, one["new"]),
        }

    return Projector(redactor, {CircumstanceOut: compose}).list_shown(CircumstanceOut, stated)
