"""What was tried to confirm a finding of a run, and what that shows."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer
from fioboard.engine.answers.finding import ExperimentOut
from fioboard.engine.words.confirmations import Outcome
from fioboard.engine.words.findings import Expectation


@answer
class ConfirmationOut(TypedDict):
    """One batch of `fioboard-agent confirm`: runs with the change of a finding's experiment, and runs without it."""

    finding: Annotated[str, Field(description="The rule that is tried; docs/findings.md")]
    title: Annotated[str, Field(description="What the rule checks")]
    batch_id: Annotated[
        str | None, Field(description="The batch of the runs; null when they were made alone")
    ]
    outcome: Annotated[
        Outcome,
        Field(
            description="confirmed or refuted by the 95 % interval; not_shown: neither is ruled out; for_a_person: no "
            "figure decides; not_alike: the runs differ in more than the change; waiting: the change is yet to be made"
        ),
    ]
    sentence: str
    measure: Annotated[
        Literal["bw_bytes_per_s", "clat_p50_ns"], Field(description="What `base` and `changed` hold")
    ]
    base: Annotated[
        list[float],
        Field(description="Bytes per second or ns of the runs without the change, in order of time"),
    ]
    changed: Annotated[list[float], Field(description="Bytes per second or ns of the runs with it")]
    ratio: Annotated[
        float | None,
        Field(
            description="changed over base, a share 0..1 or above: the median of all pairs; null when unknown"
        ),
    ]
    ratio_low: Annotated[
        float | None,
        Field(
            description="Lower end of its 95 % interval, a share 0..1 or above; null below three runs of each"
        ),
    ]
    ratio_high: Annotated[float | None, Field(description="Upper end, a share 0..1 or above")]


@answer
class DriveIdentityOut(TypedDict):
    """What tells one drive from another, as the inventory of the run knew it."""

    name: Annotated[str, Field(description="Kernel name on that day")]
    serial: str | None
    wwid: str | None


@answer
class MeasuredTargetOut(TypedDict):
    """One target of the run, to be known again."""

    path: Annotated[str, Field(description="As given to the tool")]
    filesystem: Annotated[str | None, Field(description='e.g. "ext4"; null for devices')]
    filesystem_bytes: Annotated[
        int | None, Field(description="Size of the file system in bytes; null when unknown, and for devices")
    ]
    drives: list[DriveIdentityOut]


@answer
class ConfirmationPlanOut(TypedDict):
    """What `fioboard-agent confirm` needs to try the experiment of a finding, and what was tried of it so far."""

    run_id: str
    url: Annotated[str, Field(description="Address of the run's page")]
    finding: Annotated[str, Field(description="The rule whose experiment this is; docs/findings.md")]
    title: Annotated[str, Field(description="What the rule checks")]
    text: Annotated[str, Field(description="What was found, one or two sentences")]
    experiment: Annotated[
        ExperimentOut | None, Field(description="null when the finding cannot be tried by a run")
    ]
    expects: Annotated[
        Expectation | None, Field(description="What confirms it; null where a person must judge")
    ]
    argv: Annotated[
        list[str] | None, Field(description="How fio was started; null when the run does not say")
    ]
    job_file: Annotated[
        str | None, Field(description="Text of the job file it was given; null when there was none")
    ]
    targets: Annotated[list[MeasuredTargetOut], Field(description="Empty when the agent sent none")]
    duration_s: Annotated[
        float | None,
        Field(description="How long the run took, a count of seconds by its host's clock; null when unknown"),
    ]
    written_bytes: Annotated[
        int | None, Field(description="Bytes that the run wrote or trimmed; null when a result does not say")
    ]
    tried: Annotated[list[ConfirmationOut], Field(description="Of this finding, newest first")]


@answer
class RunJobOut(TypedDict):
    """What it takes to run a stored job again, on this host or another one."""

    run_id: Annotated[str, Field(description="The run's id")]
    url: Annotated[str, Field(description="The run's page")]
    host: Annotated[str, Field(description="Name of the host that measured it")]
    fio_version: Annotated[str | None, Field(description="As fio said it, `fio-3.36`; null = unknown")]
    job_file: Annotated[
        str | None, Field(description="A job file with the options as typed; null when none are known")
    ]
