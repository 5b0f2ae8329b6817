"""A run's figures beside its drives' datasheets, as a share shows them.

What a release's card says is said from the release's own file, never from the answer. Words of a person's own card
are that person's: they are left out unless revealed. Who hides the drive model hides which card it was.
"""

import re
from collections.abc import Mapping
from typing import cast, get_args

from fioboard.app.sharing.redaction.measured import choose_closed_word, choose_word, keep_number
from fioboard.app.sharing.redaction.projector import Projector
from fioboard.app.sharing.redaction.provenance import Own, mark_own
from fioboard.app.sharing.redaction.redactor import Redactor
from fioboard.app.sharing.redaction.shown_factors import LINK
from fioboard.engine.answers.rating import (
    ConditionOut,
    RatedFigureOut,
    RatingCardOut,
    RatingMetric,
    RatingOut,
    RatingSourceOut,
)
from fioboard.engine.hardware.datasheets.array import LEVELS
from fioboard.engine.hardware.datasheets.built_in import built_in_cards
from fioboard.engine.hardware.datasheets.card import UNITS, Card, Pattern, Source
from fioboard.engine.rating.basis import LAYOUT_SIDE_BY_SIDE
from fioboard.engine.rating.out import STATED, build_source

METRICS: frozenset[RatingMetric] = frozenset(get_args(RatingMetric))
PATTERNS = frozenset(get_args(Pattern))
RULES = LEVELS | {LAYOUT_SIDE_BY_SIDE}
GRADES = frozenset("ABCD")
KINDS = frozenset(get_args(Source.model_fields["kind"].annotation))
WORDS = "card.words"
"""The field that reveals what a person wrote into a card."""
_NUMBER = re.compile(r"\d{1,18}(\.\d{1,6})?(e[+-]\d{2})?")
# Each condition's values have one of these forms, and one that tells of what is hidden goes with it.
FORMS: Mapping[str, re.Pattern[str]] = {
    "pattern": re.compile("|".join(sorted(PATTERNS))),
    "block_size": _NUMBER,
    "read_share": _NUMBER,
    "outstanding": _NUMBER,
    "workers": _NUMBER,
    "span": re.compile(r"full|\d{1,3}%"),
    "state": re.compile("fresh|steady"),
    "cache": re.compile("within|after"),
    "data": re.compile("random|compressible"),
    "direct": re.compile("yes|no"),
    "target": re.compile("(not )?raw"),
    "lba_format": _NUMBER,
    "temperature": re.compile("(not )?throttled"),
    "scope": re.compile("(best|the most) of the series|one drive"),
}
HIDDEN_BY: Mapping[str, str] = {
    "link": "path",
    "target": "path",
    "lba_format": "path",
    "temperature": "temperatures",
    "span": "job_options",
    "data": "job_options",
    "direct": "job_options",
}


def share_rating(stored: RatingOut | None, redactor: Redactor) -> RatingOut | None:
    """Return the rating; None where nothing is rated, or the ratings are hidden: a share offers no form to add a
    datasheet.
    """
    if stored is None or "rated" in redactor.hidden:
        return None

    def compose_figure(one: RatedFigureOut) -> dict[str, object] | None:
        needed = (one["measured"], one["rated"], one["rated_each"], one["share"])
        if one["metric"] not in METRICS or any(keep_number(number) is None for number in needed):
            return None
        card, source, claim = _share_origin(one, redactor)
        return {
            "unit": mark_own(UNITS[one["metric"]]),
            "rule": choose_word(one["rule"], RULES, None),
            "may_judge": one["may_judge"] is True and one["verdict"] == "comparable",
            "claim": claim,
            "source": source,
            "card": card,
            "is_card_hidden": one["card"] is not None and card is None,
            "is_source_hidden": one["source"] is not None and source is None,
        }

    def compose_condition(one: ConditionOut) -> dict[str, object] | None:
        return _share_condition(one, redactor)

    projector = Projector(redactor, {RatedFigureOut: compose_figure, ConditionOut: compose_condition})
    shown = projector.share(RatingOut, stored)
    return shown if shown["figures"] else None


def _share_condition(one: ConditionOut, redactor: Redactor) -> dict[str, object] | None:
    name = one["name"]
    if name not in FORMS and name != "link":
        return None
    rated, run = _share_value(name, one["rated"]), _share_value(name, one["run"])
    # A value that is left out is not one that was never printed.
    is_known = (rated is None, run is None) == (one["rated"] is None, one["run"] is None)
    is_hidden = HIDDEN_BY.get(name) in redactor.hidden or not is_known
    return {
        "name": mark_own(name),
        "rated": None if is_hidden else rated,
        "run": None if is_hidden else run,
        "is_hidden": is_hidden,
    }


def _share_value(name: str, value: object) -> str | None:
    if not isinstance(value, str):
        return None
    is_known = LINK(value) is not None if name == "link" else FORMS[name].fullmatch(value) is not None
    return Own(value) if is_known else None


_Origin = tuple[RatingCardOut | None, RatingSourceOut | None, str]


def _share_origin(one: RatedFigureOut, redactor: Redactor) -> _Origin:
    """Return which card, its source, and how that words the figure."""
    card = one["card"]
    if card is None or "drive.model" in redactor.hidden:
        return None, None, mark_own(STATED if card is None else "")
    if card["origin"] == "person":
        return _share_own_card(one, card, redactor)
    known = built_in_cards().get(card["id"])
    return (None, None, mark_own("")) if known is None else _share_release_card(one, known, redactor)


def _share_release_card(one: RatedFigureOut, known: Card, redactor: Redactor) -> _Origin:
    asked = one["source"]
    sources = (build_source(source) for source in known.source)
    source = next((source for source in sources if asked and source["address"] == asked["address"]), None)
    claims = {rating.claim for rating in known.rating}
    # Public words of a maker, and they name the model.
    kept: dict[str, object] = {
        key: redactor.keep(value, "drive.model") for key, value in (source or {}).items()
    }
    return (
        {
            "id": redactor.keep(known.id, "drive.model"),
            "title": redactor.keep(known.title, "drive.model"),
            "origin": mark_own("built_in"),
            "grade": mark_own(known.grade),
        },
        cast(RatingSourceOut, kept) if source else None,
        redactor.keep(one["claim"], "drive.model") if one["claim"] in claims else mark_own(""),
    )


def _share_own_card(one: RatedFigureOut, card: RatingCardOut, redactor: Redactor) -> _Origin:
    title, name = redactor.reveal(WORDS, card["title"]), redactor.reveal(WORDS, card["id"])
    claim, source = redactor.reveal(WORDS, one["claim"]), one["source"]
    shown: RatingSourceOut | None = None
    if source is not None:
        revealed = redactor.reveal(WORDS, source["title"]), redactor.reveal(WORDS, source["address"])
        dated, read_at = (redactor.reveal(WORDS, source[key]) for key in ("dated", "read_at"))
        if revealed[0] and revealed[1]:
            page = keep_number(source["page"])
            shown = {
                "title": revealed[0],
                "address": revealed[1],
                "kind": choose_closed_word(source["kind"], KINDS, "weak"),
                "page": None if page is None else int(page),
                "dated": dated,
                "read_at": read_at or mark_own(""),
                "is_copy": source["is_copy"] is True,
            }
    if not title or not name:
        return None, None, mark_own("")
    return (
        {"id": name, "title": title, "origin": mark_own("person"), "grade": None},
        shown,
        claim or mark_own(""),
    )
