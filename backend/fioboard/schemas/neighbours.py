"""What lies around a run, and how to run it again."""

from pydantic import AwareDatetime, Field

from fioboard.schemas.base import Out


class RunLink(Out):
    """Another run, to go to."""

    id: str
    title: str | None
    started_at: AwareDatetime | None = Field(description="The host's clock; null when unknown")


class Repeat(RunLink):
    """A run of the same configuration."""

    iops: float | None = Field(
        description="Largest of its results, I/O operations per second; null when unknown"
    )
    bw_bytes_per_s: float | None = Field(
        description="Largest of its results, bytes per second; null when unknown"
    )


class RepeatSpread(Out):
    """How far the repeats lie apart: noise that one run alone cannot show."""

    n: int = Field(description="Repeats whose IOPS are known, a count")
    iops_min: float = Field(description="I/O operations per second")
    iops_max: float = Field(description="I/O operations per second")
    iops_cv_ratio: float | None = Field(
        description="Standard deviation (n - 1) over mean, a share 0..1 or above: 0.03 = 3 %; null when all are 0"
    )


class RunNeighbours(Out):
    """What lies around a run."""

    previous: RunLink | None = Field(description="The run before on the same host")
    next: RunLink | None = Field(description="The run after on the same host")
    repeats: list[Repeat] = Field(
        description="Newest runs of the same configuration, itself included, at most 20"
    )
    spread: RepeatSpread | None = Field(
        description="Of the repeats; null below three: two runs say nothing of noise"
    )
    command: str | None = Field(description="fio's command line as run; null when unknown")
    job_file: str | None = Field(description="A job file with the options as typed; null when none are known")
