"""What lies around a run, and how to run it again."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer
from fioboard.engine.answers.confirmation import ConfirmationOut

CommandProgram = Literal["agent", "fio"]


@answer
class RunLink(TypedDict):
    """Another run, to go to."""

    id: str
    title: str | None
    started_at: Annotated[AwareDatetime | None, Field(description="The host's clock; null when unknown")]


@answer
class AdjacentOut(TypedDict):
    """What stands above and below a run in a list."""

    previous: Annotated[RunLink | None, Field(description="The run above; null: it is the first")]
    next: Annotated[RunLink | None, Field(description="The run below; null: it is the last")]


@answer
class Repeat(RunLink):
    """A run of the same configuration."""

    iops: Annotated[
        float | None,
        Field(description="Largest of its results, I/O operations per second; null when unknown"),
    ]
    bw_bytes_per_s: Annotated[
        float | None, Field(description="Largest of its results, bytes per second; null when unknown")
    ]


@answer
class RepeatSpread(TypedDict):
    """How far the repeats lie apart: noise that one run alone cannot show."""

    n: Annotated[int, Field(description="Repeats whose IOPS are known, a count")]
    iops_min: Annotated[float, Field(description="I/O operations per second")]
    iops_max: Annotated[float, Field(description="I/O operations per second")]
    iops_cv_ratio: Annotated[
        float | None,
        Field(
            description="Standard deviation (n - 1) over mean, a share 0..1 or above: 0.03 = 3 %; null when all are 0"
        ),
    ]


@answer
class RunNeighbours(TypedDict):
    """What lies around a run."""

    previous: Annotated[RunLink | None, Field(description="The run before on the same host")]
    next: Annotated[RunLink | None, Field(description="The run after on the same host")]
    repeats: Annotated[
        list[Repeat], Field(description="Newest runs of the same configuration, itself included, at most 20")
    ]
    spread: Annotated[
        RepeatSpread | None,
        Field(description="Of the repeats; null below three: two runs say nothing of noise"),
    ]
    confirmations: Annotated[
        list[ConfirmationOut], Field(description="What was tried of its findings, the newest first")
    ]
    command: Annotated[
        str | None,
        Field(description="Measures the same again, for a shell on its host; null when there is none"),
    ]
    command_program: Annotated[
        CommandProgram | None,
        Field(description="What `command` starts: the agent, or fio itself; null without a command"),
    ]
    command_remark: Annotated[
        str | None, Field(description="Why there is no command, or what to know before it is started")
    ]
    job_file: Annotated[
        str | None, Field(description="A job file with the options as typed; null when none are known")
    ]
