"""What a comparison says of each side: the runs that stay out, what held the others back, and the runs it lacks."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer
from fioboard.engine.words.verdicts import VerdictKind


@answer
class LeftOutOut(TypedDict):
    """Runs of a side that are in none of its figures, for one reason."""

    reason: Annotated[
        Literal["no_result", "no_partner"],
        Field(
            description="no_result: no result that the side asks for could be read; no_partner: the other side "
            "measured nothing to compare it with"
        ),
    ]
    text: Annotated[str, Field(description="How many runs and why, as a sentence without its stop")]
    run_ids: list[str]


@answer
class HeldVerdict(TypedDict):
    """What some runs of a side stand at."""

    kind: Annotated[VerdictKind | None, Field(description="null: the runs were not judged")]
    title: Annotated[str | None, Field(description="Of the limit or doubt; null where the kind names none")]
    runs: Annotated[int, Field(description="Number of compared runs with this verdict")]
    share_low: Annotated[
        float | None, Field(description="Least share of the limit that a run reached, 0..1; null when none")
    ]
    share_high: Annotated[
        float | None, Field(description="Largest share of the limit that a run reached, 0..1; null when none")
    ]


@answer
class Doubt(TypedDict):
    """A reason not to trust the figures of some runs of a side."""

    title: str
    runs: Annotated[int, Field(description="Number of compared runs that it was found in")]


@answer
class HeldSide(TypedDict):
    """What held one side back."""

    of: Annotated[int, Field(description="Number of compared runs")]
    verdicts: Annotated[list[HeldVerdict], Field(description="Most runs first")]
    doubts: Annotated[list[Doubt], Field(description="Most runs first; empty: nothing found")]


@answer
class ComparedHeld(TypedDict):
    """What held both sides back."""

    base: HeldSide
    new: HeldSide


@answer
class MissingRunsOut(TypedDict):
    """Runs that a side lacks of one workload."""

    side: Literal["base", "new"]
    key: Annotated[str, Field(description="Of the workload")]
    runs: Annotated[int, Field(description="Number of runs that are missing for an interval")]
    text: str
    fio_command: Annotated[
        str | None,
        Field(description="The side's own job, ready to copy: one run; null when its options are unknown"),
    ]
    fio_command_reason: Annotated[
        str | None, Field(description="Why there is no command; null when there is one")
    ]


@answer
class MissingRunsPart(TypedDict):
    """What would have to be measured before anything can be claimed of workloads with fewer than three runs."""

    items: list[MissingRunsOut]
    left_out: Annotated[int, Field(description="Number of sides of workloads beyond the first 20")]
