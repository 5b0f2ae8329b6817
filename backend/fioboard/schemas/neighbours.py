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


class RunNeighbours(Out):
    """What lies around a run."""

    previous: RunLink | None = Field(description="The run before on the same host")
    next: RunLink | None = Field(description="The run after on the same host")
    repeats: list[Repeat] = Field(
        description="Newest runs of the same configuration, itself included, at most 20"
    )
    command: str | None = Field(description="fio's command line as run; null when unknown")
    job_file: str | None = Field(description="A job file with the options as typed; null when none are known")
