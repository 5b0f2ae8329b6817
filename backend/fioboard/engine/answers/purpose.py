"""Fast enough for what? Purposes, and what runs say of them."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer

IsOwn = Annotated[bool, Field(description="Whether the operator wrote the card; else it is built in")]
Version = Annotated[
    str, Field(description="Of the card, as its file states it; the release's for a built-in one")
]
PurposeAnswer = Literal["comfortable", "meets", "fails", "cannot_tell"]
PurposeVerdict = Literal["comfortable", "meets", "narrowly", "fails", "cannot_tell"]
Job = Annotated[str, Field(description="The agent's command that measures it")]


@answer
class PurposeSourceOut(TypedDict):
    """Where a requirement was read."""

    title: str
    address: str
    dated: Annotated[str, Field(description='As precisely as it says: a day, a release; "not stated"')]
    kind: Annotated[
        Literal["maker", "quoted", "practitioner"],
        Field(description="quoted: the maker's figure, given by somebody else; practitioner: observed"),
    ]


@answer
class RequirementOut(TypedDict):
    """One figure that a purpose asks for, in the base unit of its metric."""

    id: str
    title: str
    metric: str
    unit: str
    threshold: Annotated[
        float | None,
        Field(description="The limit that decides. Unit: `unit`; null where the source states none"),
    ]
    meets: Annotated[float | None, Field(description="The level asked for. Unit: `unit`; null: none")]
    comfortable: Annotated[
        float | None, Field(description="A better level of the source. Unit: `unit`; null: 2 times inside")
    ]
    fails: Annotated[float | None, Field(description="A limit that only rules out. Unit: `unit`; null: none")]
    is_recommended: Annotated[
        bool, Field(description="Whether the level is a recommendation: less is no failure")
    ]
    each: Annotated[
        float | None, Field(description="What one camera, stream, … takes. Unit: `unit`; null: not counted")
    ]
    counted_in: Annotated[
        str | None, Field(description="Of what `each` is, in the plural; null: not counted")
    ]
    amount_bytes: Annotated[float | None, Field(description="Data that has to be moved; null: none stated")]
    workload: Annotated[str, Field(description="What has to be measured, in words")]
    command: Annotated[str, Field(description="The same as a command of fio; TARGET stands for the target")]
    job_by: Annotated[
        Literal["source", "fioboard"],
        Field(description="Who chose the job: its source, or we where that states less than a whole job"),
    ]
    judge: Annotated[str | None, Field(description="The maker's own test, which decides; null: none known")]
    confidence: Literal["high", "medium"]
    traps: list[str]
    source: PurposeSourceOut


@answer
class PurposeOut(TypedDict):
    """What one program, or one kind of work, asks of storage."""

    id: str
    title: str
    is_own: IsOwn
    version: Version
    notes: list[str]
    job: Job
    requirements: list[RequirementOut]


@answer
class PurposeList(TypedDict):
    """Every purpose: the built-in ones, then the operator's own."""

    items: list[PurposeOut]


@answer
class PurposeJobOut(TypedDict):
    """A job that measures requirements of a purpose, without its target."""

    figure: Annotated[int, Field(description="Place of the first requirement it measures, from 1")]
    name: str
    rw: str
    bs: Annotated[str, Field(description="Block size as fio reads it")]
    iodepth: Annotated[int, Field(description="I/Os in flight of each clone, a count")]
    numjobs: Annotated[int, Field(description="Clones of the job, a count")]
    rwmixread: Annotated[
        int | None, Field(description="Reads of all I/Os, percent; null where nothing is mixed")
    ]
    job_file: Annotated[str, Field(description="The job as fio reads it; TARGET stands for the target")]


@answer
class PurposeJobsOut(TypedDict):
    """The jobs of a purpose, each once."""

    id: str
    title: str
    version: Version
    repeats: Annotated[int, Field(description="Number of runs of each job")]
    jobs: list[PurposeJobOut]


@answer
class PurposeTailOut(TypedDict):
    """One statistic of the latency that is judged."""

    statistic: Annotated[str, Field(description="p50, p99, p99.9 or max")]
    value: Annotated[float, Field(description="ns")]
    is_over: Annotated[bool, Field(description="Beyond the limit")]


@answer
class JudgedRequirementOut(TypedDict):
    """One requirement of a purpose beside what was measured."""

    id: str
    title: str
    answer: Annotated[PurposeAnswer | None, Field(description="null: the source states no limit")]
    is_narrow: Annotated[
        bool, Field(description="Within a tenth of the limit, or repeats on both sides of it")
    ]
    is_settled: Annotated[bool, Field(description="False: one run near the limit, which needs a repeat")]
    metric: str
    unit: str
    measured: Annotated[float, Field(description="Measured, else the bound that decides. Unit: `unit`")]
    is_bound: Annotated[bool, Field(description="Whether the statistic itself was not measured")]
    threshold: Annotated[float | None, Field(description="Unit: `unit`; null where the source states none")]
    margin: Annotated[
        float | None,
        Field(description="Number of times better than the limit; below 1 it misses; null: no limit"),
    ]
    repeats: Annotated[
        int, Field(description="Number of runs of the batch with this figure, this one included")
    ]
    tail: Annotated[list[PurposeTailOut], Field(description="Percentiles beside each other; empty of rates")]
    count: Annotated[
        int | None, Field(description="Number of `counted_in` it is enough for; null: not counted")
    ]
    counted_in: Annotated[str | None, Field(description="Cameras, streams, …; null: not counted")]
    seconds: Annotated[
        float | None, Field(description="Unit: seconds, for the stated amount; null: none stated")
    ]
    sentence: str
    need: Annotated[str | None, Field(description="What would have to be better; null: nothing")]
    job_name: Annotated[str, Field(description="The job of the run that tells")]
    run_id: Annotated[
        UUID | None, Field(description="Of a host or batch the run that tells; null in the answer of one run")
    ]
    judge: Annotated[str | None, Field(description="The maker's own test, which decides; null: none known")]
    traps: list[str]
    source: PurposeSourceOut


@answer
class JudgedPurposeOut(TypedDict):
    """What was measured says of one purpose."""

    id: str
    title: str
    is_own: IsOwn
    version: Version
    verdict: Annotated[
        PurposeVerdict,
        Field(
            description="The worst of its requirements; cannot_tell where one that counts was not measured"
        ),
    ]
    margin: Annotated[
        float | None,
        Field(
            description="Number of times better than the limit, the smallest of its requirements; null: none"
        ),
    ]
    requirements: Annotated[
        list[JudgedRequirementOut], Field(description="Those that were measured; the decisive ones first")
    ]
    reason: Annotated[
        str | None,
        Field(
            description="What is missing for a verdict; null: nothing, or no limit is stated but a recommendation"
        ),
    ]
    job: Job


@answer
class RunPurposesOut(TypedDict):
    """For what a run shows its storage to be fast enough."""

    sentence: Annotated[str | None, Field(description="All of it in one sentence; null: it tells nothing")]
    items: Annotated[
        list[JudgedPurposeOut], Field(description="Every purpose, those that were measured first")
    ]


@answer
class TargetPurposesOut(TypedDict):
    """For what one target is fast enough, by its newest runs."""

    target: Annotated[
        str | None, Field(description="As the newest run names it, with its own drive; null when unknown")
    ]
    run_id: Annotated[UUID, Field(description="The newest run that tells")]
    at: Annotated[AwareDatetime | None, Field(description="When it started; null when unknown")]
    sentence: Annotated[str, Field(description="All of it in one sentence")]
    items: Annotated[
        list[JudgedPurposeOut], Field(description="Every purpose, those that were measured first")
    ]


@answer
class TargetPurposesList(TypedDict):
    """For what the targets of a host or a batch are fast enough; the newest first."""

    items: list[TargetPurposesOut]
