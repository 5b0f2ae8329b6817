"""A field of an answer is shared by its mark, and one without a mark is not shared (engine/answers/share_mark.py)."""

from collections.abc import Mapping
from typing import Annotated, Any, get_args, get_origin

import orjson
import pytest
from typing_extensions import TypedDict, get_type_hints

from fioboard.app.sharing.redaction.projector import Projector, list_marked, list_unmarked
from fioboard.app.sharing.redaction.provenance import remove_marks
from fioboard.app.sharing.redaction.redactor import Redactor
from fioboard.core.sentence import Template
from fioboard.engine.answers.answer import AnswerOut
from fioboard.engine.answers.compare import CompareOut, InventoryDifference
from fioboard.engine.answers.compare_curves import DistributionOut
from fioboard.engine.answers.machine import MachineOut
from fioboard.engine.answers.path import PathOut
from fioboard.engine.answers.rating import RatingOut
from fioboard.engine.answers.result import ResultFigures
from fioboard.engine.answers.share_mark import (
    ANSWER,
    COMPOSED,
    EMPTY,
    Flag,
    Number,
    share_figure,
    share_label,
    share_revealed,
    share_sentence,
    share_word,
)
from fioboard.engine.answers.shared import SharedRun, SharedSeries
from fioboard.engine.answers.shared_batch import SharedBatch
from fioboard.engine.answers.support import SupportOut
from fioboard.engine.answers.time_series import Timeline
from fioboard.engine.words.results import Listed

ROOTS = (
    AnswerOut, CompareOut, DistributionOut, InventoryDifference, MachineOut, PathOut, RatingOut, ResultFigures,
    SharedBatch, SharedRun, SharedSeries, SupportOut, Timeline,
)  # fmt: skip
NAME = "q7xw4kz9vv"
SAID = Template("{runs:count} ended with an error.")


class Within(TypedDict):
    """An answer within another one."""

    figure: Number
    secret: str


class Planted(TypedDict):
    """One field of each mark, and one that nobody has marked."""

    figure: Annotated[float | None, share_figure("rated")]
    figures: list[Number]
    is_true: Flag
    kind: Annotated[str, share_word("none", ("one", "two"))]
    sentence: Annotated[str | None, share_sentence((SAID,))]
    run: Annotated[str, share_label("run")]
    title: Annotated[str | None, share_revealed("run.title")]
    within: Annotated[list[Within], ANSWER]
    composed: Annotated[str, COMPOSED]
    empty: Annotated[list[str], EMPTY]
    secret: str
    count: int


def project(shape: type, stated: dict[str, Any], *, hide: str = "", reveal: str = "", **composed: Any) -> Any:
    redactor = Redactor(frozenset([hide]), frozenset([reveal]))
    return remove_marks(Projector(redactor).share(shape, stated, composed))


FULL = {
    "figure": 1.5, "figures": [1, NAME], "is_true": True, "kind": "one", "sentence": "2 runs ended with an error.",
    "run": NAME, "title": NAME, "within": [{"figure": 2, "secret": NAME}], "composed": NAME, "empty": [NAME],
    "secret": NAME, "count": 3,
}  # fmt: skip


def test_a_field_without_a_mark_is_not_shared() -> None:
    shown = project(Planted, FULL)
    assert shown == {
        "figure": 1.5, "figures": [1, None], "is_true": True, "kind": "one",
        "sentence": "2 runs ended with an error.", "run": "run 1", "title": None, "within": [{"figure": 2}], "empty": [],
    }  # fmt: skip
    assert list_unmarked(Planted) == ["secret", "count"]
    assert list_unmarked(Within) == ["secret"]


def test_what_is_composed_of_a_field_without_a_mark_is_not_shared_either() -> None:
    shown = project(Planted, FULL, composed="said anew", secret=NAME, unknown=NAME)
    assert shown["composed"] == "said anew"
    assert not shown.keys() & {"secret", "unknown"}


def test_a_mark_shows_its_own_form_and_nothing_else() -> None:
    assert NAME not in str(project(Planted, dict.fromkeys(FULL, NAME)))
    assert NAME not in str(project(Planted, {key: [NAME] for key in FULL}))
    shown = project(Planted, FULL | {"kind": NAME, "is_true": NAME}, hide="rated", reveal="run.title")
    assert (shown["figure"], shown["kind"], shown["is_true"], shown["title"]) == (None, "none", False, NAME)


def list_shapes() -> dict[str, type]:
    """Every shape that a share shows by its marks."""
    found: dict[str, type] = {}
    waiting: list[type] = list(ROOTS)
    while waiting:
        shape = waiting.pop()
        if shape.__name__ not in found:
            found[shape.__name__] = shape
            fields = list_marked(shape)
            waiting += [f.shape for f in fields if f.shape is not None and f.mark.form == "answer"]
    return found


def test_only_these_fields_are_left_unmarked() -> None:
    """A new field of an answer is not shared before somebody marks it: whoever leaves it so says it here."""
    unmarked = {name: left for name, shape in list_shapes().items() if (left := list_unmarked(shape))}
    # Columns say themselves what a share shows of them (engine/words/results.py).
    assert unmarked.pop("ResultFigures") == list(Listed.__annotations__)
    assert unmarked == {"AnswerOut": ["regression"], "SeriesValue": ["verdict"], "SharedSeries": ["changes"]}


def fill(hint: Any, around: tuple[type, ...] = ()) -> Any:
    """A value of a type: every text and every key of data is a name. An answer within itself is left out."""
    origin, within = get_origin(hint), get_args(hint)
    if hasattr(hint, "__required_keys__"):
        fields = {} if hint in around else get_type_hints(hint, include_extras=True)
        return {name: fill(field, (*around, hint)) for name, field in fields.items()}
    if origin is list:
        return [fill(within[0], around)]
    if origin in {dict, Mapping}:
        return dict.fromkeys((NAME, "iops"), fill(within[1], around))
    if within:
        return fill(within[0], around)
    return 7 if hint in {int, float, bool} else NAME


@pytest.mark.parametrize("shape", ROOTS, ids=lambda shape: shape.__name__)
def test_no_mark_shows_a_name_in_any_field(shape: type) -> None:
    """Also where free text stands in a field of figures, of words or of sentences."""
    stated = fill(shape)
    assert NAME in str(stated)
    redactor = Redactor(frozenset(), frozenset())
    assert NAME not in orjson.dumps(remove_marks(Projector(redactor).share(shape, stated))).decode()
