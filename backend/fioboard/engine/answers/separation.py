"""How to find which of several changes made a difference: from base's job to new's, one change at a time."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer


@answer
class SeparatingStep(TypedDict):
    """What to measure next: it differs from the step before in one setting."""

    kind: Annotated[
        Literal["start", "job", "hand"],
        Field(
            description="start: base's job; job: one setting more as new has it; hand: no job file can set it"
        ),
    ]
    title: Annotated[str, Field(description="The setting from base to new, in words")]
    text: Annotated[str, Field(description="What to do")]
    file_name: Annotated[
        str | None,
        Field(description="Job file to run; by hand that of the step before; null when there is none"),
    ]
    job_file: Annotated[
        str | None, Field(description="The file in fio's own syntax; null where it stands in a step before")
    ]


@answer
class SeparationOut(TypedDict):
    """The fewest steps from one side to the other that tell the changes apart."""

    workload: Annotated[str, Field(description="What is measured, in fio's words")]
    workloads_left_out: Annotated[
        int, Field(description="Number of compared workloads that the files do not hold")
    ]
    steps: list[SeparatingStep]
    settings_left_out: Annotated[int, Field(description="Number of settings beyond the first 12")]
    rounds: Annotated[
        list[list[str]],
        Field(description="Order of the job files, round by round, every second one backwards"),
    ]
    runs: Annotated[int, Field(description="Least number of runs of every step")]
    remarks: Annotated[
        str, Field(description="What to know before they are run; empty when there is nothing")
    ]
    reason: Annotated[str | None, Field(description="Why there is no job file; null when there is one")]
