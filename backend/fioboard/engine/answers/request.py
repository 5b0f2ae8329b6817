"""Requests to measure: what is asked of a host, and what its agent and the service say to each other."""

from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import AwareDatetime, ConfigDict, Field, model_validator, with_config
from typing_extensions import TypedDict

from fioboard.engine.answers.base import In, answer
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.parameters import Parameters, ParametersOut
from fioboard.engine.answers.request_progress import ProgressOut
from fioboard.engine.answers.request_start import ClockOut, FioStartIn, GroupHost, StartOut, TogetherOut
from fioboard.engine.answers.search import SEARCH, SWEEP
from fioboard.engine.words.limits import MAX_NAME_CHARACTERS
from fioboard.engine.words.requests import (
    DEFAULT_EXPIRY_S,
    MAX_EXPIRY_S,
    MAX_GROUP_HOSTS,
    MAX_OFFERS,
    MAX_POLL_CHECKS,
    MAX_POLL_REPORTS,
    MAX_POLL_SAMPLES,
    MAX_PRIORITY,
    MAX_REASON_CHARACTERS,
    MAX_TARGET_CHARACTERS,
    MAX_WAIT_S,
    ReportedState,
    RequestKind,
    RequestState,
    TargetKind,
)

Id = Annotated[UUID, Field(strict=False)]
At = Annotated[AwareDatetime, Field(strict=False)]
# One line of text, as PostgreSQL takes it.
LINE = r"^[^\x00-\x1f\x7f]+$"
Name = Annotated[str, Field(pattern=LINE, max_length=MAX_NAME_CHARACTERS)]
Target = Annotated[
    str,
    Field(
        pattern=LINE,
        max_length=MAX_TARGET_CHARACTERS,
        description="Folder or device, by the name that the host lists",
    ),
]
Count = Annotated[int, Field(ge=0, le=1_000_000)]
Amount = Annotated[float, Field(ge=0, allow_inf_nan=False, strict=False)]


class Wanted(In):
    """What is to be measured, where."""

    kind: RequestKind = Field(description="A suite or a job file of the host's list, or a stored run again")
    name: Name | None = Field(default=None, description="Of the suite or job file; null of a repeat")
    run_id: Id | None = Field(default=None, description="The run to repeat; null of a suite or job")
    target: Target
    parameters: Parameters = Field(default_factory=Parameters)
    priority: int = Field(
        default=0, ge=0, le=MAX_PRIORITY, description="Order in the queue: higher ones start first"
    )

    @model_validator(mode="after")
    def _require_name_or_run(self) -> Self:
        if (self.kind == "repeat") != (self.run_id is not None) or (self.kind == "repeat") != (
            self.name is None
        ):
            raise ValueError("a repeat has a run_id and no name, a suite or job a name and no run_id")
        if self.parameters.points > 1 and (self.kind != "suite" or self.name not in {SWEEP, SEARCH}):
            raise ValueError("only the suites sweep and saturate take several values of an option")
        return self


class WantedOfHosts(Wanted):
    """What is to be measured, of one host or of several that start together."""

    host_id: Id | None = Field(default=None, description="The host that measures; null with `hosts`")
    hosts: list[GroupHost] | None = Field(
        default=None,
        min_length=2,
        max_length=MAX_GROUP_HOSTS,
        description="Hosts that start fio at one moment, each step of a suite anew; not with `saturate` or `until`",
    )

    @model_validator(mode="after")
    def _require_one_or_several(self) -> Self:
        if (self.host_id is None) == (self.hosts is None):
            raise ValueError("name one host as host_id, or several as hosts")
        if self.hosts and self.kind == "suite" and (self.name == SEARCH or self.parameters.until):
            raise ValueError(
                "with several hosts a suite needs the same steps on each: leave out `saturate` and `until`, "
                "whose steps depend on what a host measured"
            )
        return self


class RequestIn(WantedOfHosts):
    """A request to measure, of one host or of several that start together."""

    expires_in_s: int = Field(
        default=DEFAULT_EXPIRY_S,
        ge=60,
        le=MAX_EXPIRY_S,
        description="Number of seconds; not started by then, it never is",
    )


@answer
class WantedOut(TypedDict):
    """What is to be measured, where: of a request or a schedule."""

    id: UUID
    host: HostRef
    kind: RequestKind
    name: Annotated[str | None, Field(description="Of the suite or job file; null of a repeat")]
    run_id: Annotated[UUID | None, Field(description="The run that is repeated; null of a suite or job")]
    target: Annotated[str, Field(description="Folder or device on the host")]
    parameters: ParametersOut
    priority: Annotated[int, Field(description="Order in the queue: higher ones start first")]


@answer
class RequestOut(WantedOut):
    """A request and its state. Its id is the batch id, or the upload key, of what it measures."""

    state: RequestState
    reason: Annotated[str | None, Field(description="Why it ended so, a sentence; null = nothing to explain")]
    schedule_id: Annotated[UUID | None, Field(description="The schedule that made it; null = a person did")]
    created_at: AwareDatetime
    created_by: Annotated[str, Field(description="Name of who asked")]
    expires_at: Annotated[AwareDatetime, Field(description="Not started by then, it never is")]
    started_at: AwareDatetime | None
    ended_at: AwareDatetime | None
    cancel_asked_at: Annotated[
        AwareDatetime | None, Field(description="When somebody cancelled it; null = nobody did")
    ]
    host_seen_at: Annotated[
        AwareDatetime | None, Field(description="When the host last polled; null = it never did")
    ]
    is_host_away: Annotated[bool, Field(description="It has not polled for 60 s, or never did")]
    progress: Annotated[ProgressOut | None, Field(description="null = it does not run")]
    batch_id: Annotated[UUID | None, Field(description="The batch that it made; null = none arrived yet")]
    run_ids: Annotated[list[UUID], Field(description="Runs that arrived, the oldest first; at most 500")]
    group_id: Annotated[
        UUID | None, Field(description="The hosts that start together; null = it starts alone")
    ]
    together: Annotated[TogetherOut | None, Field(description="Who starts together; null = it starts alone")]


@answer
class RequestList(TypedDict):
    """The newest first."""

    items: list[RequestOut]
    next: Annotated[
        UUID | None, Field(description="Pass it as `before` for the next page; null = the last one")
    ]


class OfferedTarget(In):
    """A folder or device that a host lets be measured."""

    name: Target
    kind: TargetKind
    serial: str | None = Field(
        default=None, pattern=LINE, max_length=200, description="Of a device; null of a folder"
    )
    may_write: bool = Field(description="Whether workloads that write are allowed")


class Offers(In):
    """What a host's owner lets be started."""

    suites: list[Name] = Field(max_length=MAX_OFFERS)
    jobs: list[Name] = Field(max_length=MAX_OFFERS)
    may_repeat: bool = Field(description="Whether stored runs may be measured again")
    targets: list[OfferedTarget] = Field(max_length=MAX_OFFERS)
    hours: str | None = Field(
        default=None,
        pattern=LINE,
        max_length=200,
        description="As `22:00-06:00`, by the host's clock; null = always",
    )
    utc_offset_minutes: int | None = Field(
        default=None,
        ge=-1_440,
        le=1_440,
        description="Number of minutes that the host's clock is ahead of UTC; null = unknown",
    )
    longest_s: Count | None = Field(
        default=None, description="Number of seconds of the longest request; null = no limit"
    )
    write_bytes_a_day: int | None = Field(
        default=None, ge=0, le=2**63 - 1, description="Bytes that may be written a day; null = no limit"
    )
    starts_together: bool = Field(
        default=False, description="Whether its agent can start fio at one moment with other hosts"
    )


@answer
class HostOffers(TypedDict):
    """What a host offers, and when its agent last polled."""

    host_id: UUID
    host_name: str
    seen_at: Annotated[AwareDatetime | None, Field(description="When it last polled; null = it never did")]
    is_away: Annotated[bool, Field(description="It has not polled for 60 s, or never did")]
    offers: Annotated[Offers | None, Field(description="null = `fioboard-agent serve` never ran there")]


@answer
class OffersList(TypedDict):
    """Hosts whose agents ever polled, by name."""

    items: list[HostOffers]


@with_config(ConfigDict(extra="forbid", strict=True))
class Sample(TypedDict):
    """A second of a running request; null is unknown."""

    at: Annotated[AwareDatetime, Field(strict=False, description="By the host's clock")]
    step: Annotated[Count, Field(description="Step of the suite, from 1")]
    read_iops: Annotated[Amount | None, Field(description="I/O operations per second")]
    write_iops: Annotated[Amount | None, Field(description="I/O operations per second")]
    read_bw: Annotated[Amount | None, Field(description="Bytes per second")]
    write_bw: Annotated[Amount | None, Field(description="Bytes per second")]
    read_lat_mean_ns: Annotated[Amount | None, Field(description="Mean of the drives (r_await), in ns")]
    write_lat_mean_ns: Annotated[Amount | None, Field(description="Mean of the drives (w_await), in ns")]
    temperature_c: Annotated[
        Annotated[float, Field(ge=-100, le=1000, strict=False)] | None,
        Field(description="Of the hottest measured drive, in degrees Celsius"),
    ]
    cpu_percent: Annotated[Amount | None, Field(description="Percent of all cores together")]


@answer
class OutlookOut(TypedDict):
    """What is certain before a step has ended."""

    kind: Annotated[
        Literal["at_link", "steady"],
        Field(description="at_link: a longer run cannot read faster. steady: the mean is known within 5 %"),
    ]
    text: Annotated[str, Field(description="The same as a sentence")]
    share: Annotated[float | None, Field(description="Of the link's bandwidth, 0..1.05; null unless at_link")]
    half_width_share: Annotated[
        float | None, Field(description="Half the 95 % interval over the mean, 0..1; null unless steady")
    ]
    seconds: Annotated[int, Field(description="Number of seconds that it is judged by")]


@answer
class LiveOut(TypedDict):
    """A request and its live samples: the data of each event of its stream, and the answer to those who poll."""

    request: RequestOut
    samples: Annotated[
        list[Sample],
        Field(description="Those after `after`, or of the last ten minutes; empty once it ended"),
    ]
    outlook: Annotated[
        list[OutlookOut], Field(description="Of the step that runs; empty while nothing is certain")
    ]


class RunningIn(In):
    """What a host runs at this moment: it says so about once a second."""

    request_id: Id
    step: Count = Field(description="Step of the suite, from 1")
    steps: Count = Field(description="Number of steps in all")
    workload: str | None = Field(
        default=None, pattern=LINE, max_length=200, description="null = no fio at this moment"
    )
    elapsed_s: Amount = Field(description="Number of seconds since it began")
    left_s: Amount | None = Field(default=None, description="Number of seconds that are left; null = unknown")
    samples: list[Sample] = Field(
        default_factory=list, max_length=MAX_POLL_SAMPLES, description="Since the last answered poll"
    )
    is_ready: bool = Field(default=False, description="It waits for the common start of its group")
    start: FioStartIn | None = Field(
        default=None, description="When fio last started with others; null = not yet, or alone"
    )
    checks: list[object] = Field(
        default_factory=list,
        max_length=MAX_POLL_CHECKS,
        description="What was checked just before fio started, as in `manifest.preflight`",
    )


class ReportIn(In):
    """What became of a request. The agent keeps it on disk until it is received."""

    request_id: Id
    state: ReportedState
    reason: str | None = Field(
        default=None, pattern=LINE, max_length=MAX_REASON_CHARACTERS, description="A sentence"
    )
    batch_id: Id | None = None
    run_ids: list[Id] = Field(default_factory=list, max_length=1_000)
    start: FioStartIn | None = Field(default=None, description="When fio started; null = never, or alone")


class PollIn(In):
    """What an agent says when it asks for work."""

    agent_version: str = Field(pattern=LINE, max_length=64)
    wait_s: int = Field(
        default=0, ge=0, le=MAX_WAIT_S, description="Number of seconds that the answer may wait for a request"
    )
    offers: Offers
    running: RunningIn | None = Field(default=None, description="null = nothing runs")
    reports: list[ReportIn] = Field(default_factory=list, max_length=MAX_POLL_REPORTS)


@answer
class OfferedOut(TypedDict):
    """A request that the host may start if its owner allows it."""

    id: UUID
    kind: RequestKind
    name: str | None
    target: str
    run_id: UUID | None
    parameters: ParametersOut
    is_together: Annotated[bool, Field(description="fio starts at the moments that later polls name")]
    seed: Annotated[
        int | None,
        Field(description="Number that sets the order of a suite's steps, equal on all hosts; null = alone"),
    ]


@answer
class PollOut(TypedDict):
    """What the agent is to do."""

    request: Annotated[OfferedOut | None, Field(description="null = nothing to start")]
    cancel: Annotated[list[UUID], Field(description="Requests whose fio has to end now")]
    received: Annotated[list[UUID], Field(description="Requests whose reports are stored")]
    start: Annotated[StartOut | None, Field(description="When the running step starts fio; null = not known")]
    clock: ClockOut
    takes_checks: Annotated[
        bool, Field(description="Always true; an earlier version refuses a poll that sends `checks`")
    ]
