"""A batch as a share shows it: the runs that it had when the link was made, called by their labels."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer
from fioboard.engine.answers.batch import KneePoint, RepeatFigures, ToldOfBatch
from fioboard.engine.answers.batch_fold import SweptOption
from fioboard.engine.answers.share_mark import ANSWER, COMPOSED, Count, share_label, share_revealed


@answer
class SharedRepeats(RepeatFigures):
    """The repeats of one workload and direction. A setting is called by a label."""

    workload_id: Annotated[str, share_label("workload"), Field(description='A label: "workload 1"')]
    run_ids: Annotated[
        list[str], share_label("run"), Field(description="Labels of the runs, in order of their step")
    ]


@answer
class SharedKnee(KneePoint):
    """Where a sweep stops gaining."""

    run_ids: Annotated[list[str], Field(description="Labels of the runs of that point")]


@answer
class SharedBatchAnswer(ToldOfBatch):
    """What the batch tells, judged of what the share shows."""

    knee: Annotated[SharedKnee | None, Field(description="null where more still pays, or nothing was swept")]


@answer
class SharedBatch(TypedDict):
    """A sweep or suite. Steps that came after the link was made are not in it."""

    name: Annotated[
        str | None,
        share_revealed("batch.title"),
        Field(description="Its title or name; null unless revealed"),
    ]
    note: Annotated[str | None, share_revealed("batch.note"), Field(description="null unless revealed")]
    steps: Annotated[Count, Field(description="Number of runs it was to have")]
    run_count: Annotated[Count, Field(description="Number of runs that it had, all of them in this share")]
    swept: Annotated[
        list[SweptOption], ANSWER, Field(description="Job options with more than one value, best axis first")
    ]
    repeats: Annotated[list[SharedRepeats], ANSWER, Field(description="Preconditioning left out")]
    answer: Annotated[
        SharedBatchAnswer | None,
        COMPOSED,
        Field(description="null when its steps have nothing in common that can be told"),
    ]
