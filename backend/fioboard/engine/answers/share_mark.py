"""What a share shows of a field of an answer. The mark stands in the field's declaration; without one it is not shared.

    n: Annotated[Count, Field(description="Number of runs")]
    reason: Annotated[str | None, share_sentence(sentences.OF_RATIOS), Field(description="Why there is no ratio")]

app/sharing/redaction/projector.py reads answer and marks side by side. docs/sharing.md says the same for people.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal

from fioboard.core.sentence import Template

Form = Literal[
    "figure", "word", "metric", "moment", "label", "reveal", "place", "factor", "sentence", "answer",
    "composed", "empty",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareMark:
    """The form in which a share shows a field, and the groups of facts that its sender can leave it out with."""

    form: Form
    name: str | None = None
    """Of a label its kind, of a revealed field its name in `redaction.fields`, of a word the one for unknown ones."""
    words: frozenset[str] = frozenset()
    """Words of a list that is longer or shorter than the field's type."""
    templates: tuple[Template, ...] = ()
    hidden_by: frozenset[str] = frozenset()


FIGURE = ShareMark(form="figure")
"""Numbers and truth values as they are, also lists of them; never a text."""
Count = Annotated[int, FIGURE]
Number = Annotated[float, FIGURE]
Flag = Annotated[bool, FIGURE]
MOMENT = ShareMark(form="moment", hidden_by=frozenset({"times"}))
"""A time, in UTC and to the minute."""
METRIC = ShareMark(form="metric")
"""A key of a metric; what is none is left out."""
PLACE = ShareMark(form="place")
"""A PCIe address as it is; drives, arrays and interfaces by their labels; anything else is not shown."""
FACTOR_KEY = ShareMark(form="factor")
"""A key of a factor, a job option or a label: one of a person's own is called "label 1"."""
ANSWER = ShareMark(form="answer")
"""An answer within this one, a list or, by metric, an object of such: each by its own marks."""
COMPOSED = ShareMark(form="composed")
"""Said anew by redaction, of what the share shows: the stored value is never taken."""
EMPTY = ShareMark(form="empty")
"""Not shared on purpose: null, or an empty text or list."""


def share_figure(*hidden_by: str) -> ShareMark:
    """Return the mark of a figure that is left out with these groups."""
    return ShareMark(form="figure", hidden_by=frozenset(hidden_by))


def share_word(
    otherwise: str | None = None, among: Iterable[str] = (), hidden_by: Iterable[str] = ()
) -> ShareMark:
    """Return the mark of a word of a closed list: `among`, or the literals of the field's type. Another word becomes
    `otherwise`; in a list it is left out.
    """
    return ShareMark(form="word", name=otherwise, words=frozenset(among), hidden_by=frozenset(hidden_by))


def share_label(kind: str) -> ShareMark:
    """Return the mark of an identifier that is called by a label: `run 1`."""
    return ShareMark(form="label", name=kind)


def share_revealed(field: str) -> ShareMark:
    """Return the mark of a text that is shown when its sender reveals the field."""
    return ShareMark(form="reveal", name=field)


def share_sentence(templates: Iterable[Template]) -> ShareMark:
    """Return the mark of a sentence of the service: it is said again by its template, or not at all."""
    return ShareMark(form="sentence", templates=tuple(templates))
