"""Hosts."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.agent import AgentOut
from fioboard.engine.answers.base import answer
from fioboard.engine.answers.host_move import AlternatingMachineOut, HostMoveOut
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.host_series import BestOut, DriveCountsOut, HostAnswer, HostSeriesOut
from fioboard.engine.answers.inventory import StatedHardwareOut
from fioboard.engine.words.limits import MAX_TIMELINE_BYTES


@answer
class HostOut(TypedDict):
    """One test machine."""

    id: str
    name: str
    run_count: Annotated[int, Field(description="Number of its runs, deleted ones left out")]
    last_run_at: Annotated[
        AwareDatetime | None, Field(description="When its newest run started; null without runs")
    ]
    inventory_id: Annotated[str | None, Field(description="Its newest inventory; null when none was sent")]
    refused_uploads: Annotated[int, Field(description="Number of uploads refused in the last 30 days")]


Hardware = Annotated[
    list[str],
    Field(
        description="The machine in one line, by parts: board, processors, memory, the drives of its newest run, BIOS, "
        "system; of what nothing is known there is no part"
    ),
]


@answer
class HostListItem(HostOut):
    """One test machine at a glance."""

    hardware: Hardware
    best: Annotated[
        list[BestOut],
        Field(description="The most bandwidth and the most IOPS of its reliable runs; at most one of each"),
    ]
    degraded_links: Annotated[int, Field(description="Open issues with degraded links, a count")]
    open_events: Annotated[int, Field(description="Open issues, a count")]
    open_regressions: Annotated[
        int, Field(description="Tests with an open regression, whenever it began; a count")
    ]
    agent_at: Annotated[
        AwareDatetime | None, Field(description="When its agent spoke last; null = it never did")
    ]
    agent_waiting: Annotated[
        int | None, Field(description="Uploads that wait on the host, as its agent said last; a count")
    ]


@answer
class AlikeHostsOut(TypedDict):
    """Two hosts that are or may be one machine, by the identifiers that their inventories share."""

    host: Annotated[HostRef, Field(description="The one that is known longer, which a merge keeps")]
    other: HostRef


@answer
class HostList(TypedDict):
    """All hosts, by name."""

    items: list[HostListItem]
    alike: Annotated[list[AlikeHostsOut], Field(description="Hosts to be merged, at most 20 pairs")]


@answer
class Headline(TypedDict):
    """One change worth a line in the timeline."""

    key: Annotated[str, Field(description='What changed, e.g. "bios.version"')]
    title: str
    base: Annotated[
        str | int | float | bool | None, Field(description="Value before, in `unit`; null: unknown or absent")
    ]
    new: Annotated[
        str | int | float | bool | None, Field(description="Value after, in `unit`; null: unknown or absent")
    ]
    unit: Annotated[str | None, Field(description='"bytes", "MT/s", …; null for text and plain counts')]
    is_change: Annotated[bool, Field(description="False where only one of the two inventories recorded it")]
    follow_count: Annotated[int, Field(description="Number of fields that changed and follow from this one")]


@answer
class TimelineEntry(TypedDict):
    """One stretch of time during which a host had one inventory."""

    inventory_id: str
    previous_inventory_id: Annotated[str | None, Field(description="null for the first")]
    first_seen_at: AwareDatetime
    last_seen_at: AwareDatetime
    run_count: Annotated[int, Field(description="Number of runs in this stretch")]
    headlines: Annotated[
        list[Headline],
        Field(description="At most 6, without what follows from others; the difference has them all"),
    ]
    change_count: Annotated[int, Field(description="Number of fields that differ from the previous one")]
    follow_count: Annotated[
        int, Field(description="Of these, fields that follow from another that changed, a count")
    ]
    unknown_count: Annotated[
        int, Field(description="Of these, fields that only one of the two inventories recorded, a count")
    ]
    facets_changed: list[Literal["hw", "fw", "os"]]
    units: Annotated[
        Literal["same", "different", "cannot_tell"] | None,
        Field(
            description="Whether drives and memory modules are the very same, by their serials; null for the first"
        ),
    ]


@answer
class RefusedUploadOut(TypedDict):
    """An upload that was refused for good."""

    refused_at: AwareDatetime
    error: Annotated[str, Field(description="Stable class name, e.g. WrongHost")]
    detail: Annotated[str, Field(description="What its sender was told")]


@answer
class HostDetail(HostOut):
    """One host with what it measured and its history."""

    hardware: Hardware
    answer: HostAnswer
    series: Annotated[list[HostSeriesOut], Field(description="Those with the newest runs first, at most 50")]
    runs_looked_at: Annotated[
        int, Field(description="Of its newest runs that the series are made of, a count")
    ]
    drives: DriveCountsOut
    pictured_run_id: Annotated[
        str | None,
        Field(
            description="The best run of the series that the answer speaks of, where it has the newest inventory: "
            "what it moved can be drawn into the machine's picture"
        ),
    ]
    alike: Annotated[
        list[HostRef],
        Field(description="Other hosts that are or may be the same machine, by identifiers: to be merged"),
    ]
    machines: Annotated[
        list[AlternatingMachineOut],
        Field(description="Machines whose inventories alternate in this history, to be split; else empty"),
    ]
    moves: Annotated[
        list[HostMoveOut], Field(description="Merges and splits in force, newest first, at most 20")
    ]
    same_name: Annotated[
        list[HostRef],
        Field(
            description="Other hosts that call themselves alike, by their own names: `host=NAME` means one of them"
        ),
    ]
    refusals: Annotated[
        list[RefusedUploadOut], Field(description="Of the last 30 days, newest first, at most 5")
    ]
    first_run_at: Annotated[AwareDatetime | None, Field(description="When its oldest run started")]
    agent_program: Annotated[
        str,
        Field(
            description="What starts the agent on this host, quoted for a shell: `fioboard-agent`, or its path where "
            "the agent said that it is not on the PATH"
        ),
    ]
    agent: Annotated[
        AgentOut | None,
        Field(description="What its agent said last; null = it never did, as agents before 0.2 do not"),
    ]
    timeline: Annotated[list[TimelineEntry], Field(description="Newest first, at most 200")]
    timeline_left_out: Annotated[
        int,
        Field(
            description="Older stretches, a count: the inventories of those listed reach "
            f"{MAX_TIMELINE_BYTES // 10**6} MB"
        ),
    ]
    stated_hardware: Annotated[
        list[StatedHardwareOut],
        Field(description="What people stated for runs that came without, newest first, at most 20"),
    ]
    bare_runs: Annotated[int, Field(description="Runs without any hardware, deleted ones left out, a count")]
