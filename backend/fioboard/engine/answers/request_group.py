"""Requests of several hosts that start together, and what they measured."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.path import PathOut
from fioboard.engine.answers.request import RequestOut

GroupState = Literal["waiting", "running", "ended"]


@answer
class GroupRates(TypedDict):
    """Rates of one direction within the common window."""

    direction: str
    iops: Annotated[float | None, Field(description="I/O operations per second; null with a reason")]
    bw_bytes_per_s: Annotated[float | None, Field(description="Bytes per second; null with a reason")]
    reason: Annotated[str | None, Field(description="Why a rate is unknown, a sentence")]


@answer
class GroupLatency(TypedDict):
    """Percentiles of completion latencies, ns, from fio's bins of whole measurements; never a mean of percentiles."""

    n: Annotated[int | None, Field(description="Number of I/Os in the bins; null = there are none")]
    percentiles: Annotated[
        dict[str, int | None],
        Field(
            description='Percentile (as decimal text, e.g. "99.9") to ns; null = too few I/Os reach beyond it'
        ),
    ]
    reason: Annotated[str | None, Field(description="Why there are none, a sentence")]


@answer
class TotalSample(TypedDict):
    """A second of hosts that run together: the sum of their live rates; null where one of these hosts says none."""

    at: Annotated[AwareDatetime, Field(description="By the service's clock, with each host's offset")]
    step: Annotated[int, Field(description="Step of the suite, from 1")]
    host_count: Annotated[int, Field(description="Number of hosts that are added up")]
    read_iops: Annotated[float | None, Field(description="I/O operations per second")]
    write_iops: Annotated[float | None, Field(description="I/O operations per second")]
    read_bw: Annotated[float | None, Field(description="Bytes per second")]
    write_bw: Annotated[float | None, Field(description="Bytes per second")]


@answer
class GroupLiveOut(TypedDict):
    """The live total of hosts that run together."""

    checked_at: Annotated[AwareDatetime, Field(description="When this was read, by the service's clock")]
    host_count: Annotated[int, Field(description="Number of hosts of the group")]
    samples: Annotated[
        list[TotalSample],
        Field(
            description="Seconds after `after`, or of the last ten minutes; hosts may be missing from the newest"
        ),
    ]


@answer
class GroupTotal(TypedDict):
    """One direction of all hosts that measured to their end."""

    rates: Annotated[GroupRates, Field(description="Added up over the common window")]
    latency: Annotated[GroupLatency, Field(description="Of all I/Os of all hosts, their bins merged")]
    slowest_host_id: Annotated[
        UUID | None, Field(description="With the lowest bandwidth in the window; null = none is slower")
    ]


@answer
class GroupResult(TypedDict):
    """One direction of one host in a step."""

    workload: Annotated[str, Field(description="What it did, as `random read 4 KiB, QD 32, 1 job`")]
    rates: Annotated[GroupRates, Field(description="Over the common window")]
    latency: Annotated[GroupLatency, Field(description="Of all its I/Os")]


@answer
class GroupStepHost(TypedDict):
    """How a host of the group started a step, and what it measured."""

    host: HostRef
    ready_at: Annotated[
        AwareDatetime | None, Field(description="Since when it waited for the start; null = it does not")
    ]
    started_after_ms: Annotated[
        float | None, Field(description="fio's start less the common start, ms; null = it did not start")
    ]
    clock_ahead_ms: Annotated[
        float | None, Field(description="The host's clock less the service's, ms; null = it did not start")
    ]
    clock_uncertainty_ms: Annotated[
        float | None, Field(description="Most that both can be off, ms; null = it did not start")
    ]
    run_id: Annotated[UUID | None, Field(description="Its run, with its own verdict; null = none arrived")]
    verdict: Annotated[str | None, Field(description="Of its run, a sentence")]
    measured_from: Annotated[
        AwareDatetime | None,
        Field(description="When it began to measure, by the service's clock; null = unknown"),
    ]
    measured_to: Annotated[
        AwareDatetime | None, Field(description="When it ended, by the service's clock; null = unknown")
    ]
    results: Annotated[list[GroupResult], Field(description="By direction")]
    left_out: Annotated[
        str | None,
        Field(description="Why it is no part of the total, a sentence; null = it is, or still runs"),
    ]


@answer
class GroupStepOut(TypedDict):
    """A step that all hosts start at one moment, and what they measured together."""

    step: Annotated[int, Field(description="Of the suite, from 1; a job has the one step 1")]
    workload: Annotated[
        str | None, Field(description="What the suite calls the step; null = unknown yet, or a job")
    ]
    repeat: Annotated[
        int | None, Field(description="Number of the workload's repeat, from 1; null = as `workload`")
    ]
    state: Annotated[
        GroupState, Field(description="waiting: not all hosts are ready. ended: all results are here")
    ]
    start_at: Annotated[
        AwareDatetime | None,
        Field(description="The common start by the service's clock; null = not all are ready"),
    ]
    start_skew_ms: Annotated[
        float | None,
        Field(description="Between the first start of fio and the last, ms; null = fewer than two"),
    ]
    start_skew_uncertainty_ms: Annotated[
        float | None, Field(description="Most that the skew can be off, ms; null = as above")
    ]
    hosts: Annotated[list[GroupStepHost], Field(description="By name")]
    total_hosts: Annotated[int, Field(description="Number of hosts that the totals add up")]
    window_from: Annotated[
        AwareDatetime | None, Field(description="Since when all of them measured, by the service's clock")
    ]
    window_to: Annotated[AwareDatetime | None, Field(description="Until when all of them measured")]
    window_reason: Annotated[
        str | None,
        Field(description="Why there is no common window, a sentence; null = there is, or it runs"),
    ]
    totals: Annotated[list[GroupTotal], Field(description="By direction; empty while a host measures")]


@answer
class GroupHostOut(TypedDict):
    """A host of the group: its request, and where its data goes."""

    request: RequestOut
    path: Annotated[
        PathOut | None, Field(description="From its target to its drives or network link; null = unknown")
    ]


@answer
class RequestGroupOut(TypedDict):
    """Hosts that start fio at one moment, each step of a suite anew, and what they measured together."""

    id: UUID
    created_at: AwareDatetime
    state: Annotated[GroupState, Field(description="waiting: nothing has started yet")]
    hosts: Annotated[list[GroupHostOut], Field(description="By name")]
    steps: Annotated[list[GroupStepOut], Field(description="In order, as far as a host got ready for them")]
    previous_step: Annotated[
        int | None,
        Field(
            description="Number of the step from which those before begin, as `from_step`; null = none are"
        ),
    ]
    next_step: Annotated[
        int | None,
        Field(description="Number of the first step that follows, as `from_step`; null = these are the last"),
    ]
