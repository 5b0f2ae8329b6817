"""The fleet: drives at a glance, and the odd ones out among those of one model."""

from typing import Annotated

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.words.fleet import ProblemId

Value = str | int | float | bool


@answer
class ApartOut(TypedDict):
    """A fact that the odd one has and none of the others does: no cause, a place to look."""

    key: Annotated[str, Field(description="Factor, or `temperature_c`, `used_pct`")]
    title: str
    value: Annotated[Value, Field(description="The outlier's, in `unit`")]
    usual: Annotated[
        Value,
        Field(
            description="What most of the others have, in `unit`; of a temperature or wear the nearest of them"
        ),
    ]
    unit: Annotated[str | None, Field(description="null for text and plain counts")]
    others: Annotated[int, Field(description="Of how many other drives it is known, a count")]


@answer
class OddOut(TypedDict):
    """A drive that stands out among those of its model under one workload."""

    drive_id: str
    workload_id: Annotated[str, Field(description="For the filter `workload`")]
    workload: Annotated[str, Field(description="In words: `random read 4 KiB, QD 32`")]
    direction: str
    ratio: Annotated[
        float, Field(description="Its IOPS over the median drive's, a share 0..1 or above: 0.8 = 20 % below")
    ]
    score: Annotated[
        float, Field(description="Modified z-score, no unit: distance in standard deviations of the others")
    ]
    n: Annotated[int, Field(description="Its runs, a count")]
    drives: Annotated[int, Field(description="Drives in the group, a count")]
    noise: Annotated[
        float, Field(description="Standard deviation of one drive's repeats, a share 0..1: 0.02 = 2 %")
    ]
    run_id: Annotated[str, Field(description="Its newest run of this workload")]
    apart: Annotated[list[ApartOut], Field(description="What else is different about it, and about no other")]


@answer
class LinkAtGlance(TypedDict):
    """A drive's own PCIe link."""

    now: Annotated[str | None, Field(description='As trained, e.g. "Gen4 x4"; null = unknown')]
    capable: Annotated[str | None, Field(description="What both ends can do; null = not known for certain")]
    is_below: Annotated[bool, Field(description="Whether it runs below that")]


@answer
class FleetDrive(TypedDict):
    """One drive as it was last seen."""

    id: str
    host: HostRef
    name: Annotated[str, Field(description="The kernel's name of it")]
    model: str | None
    model_id: Annotated[str | None, Field(description="For `/models/{model_id}`; null without a model")]
    firmware: str | None
    transport: Annotated[str | None, Field(description="pcie, sata, sas and the like")]
    slot: str | None
    size_bytes: Annotated[int | None, Field(description="Capacity in bytes")]
    link: Annotated[LinkAtGlance | None, Field(description="null without a PCIe link of its own")]
    temperature_c: Annotated[float | None, Field(description="Degrees Celsius, as last read; null = unknown")]
    used_pct: Annotated[int | None, Field(description="Rated endurance used, in %; null = unknown")]
    spare_pct: Annotated[int | None, Field(description="Spare blocks left, in %; null = unknown")]
    media_errors: Annotated[int | None, Field(description="Ever, a count; null = unknown")]
    critical_warning: Annotated[
        int | None,
        Field(description="Bits of what it warns of as one number, from 0 = of nothing; null = unknown"),
    ]
    seen_at: AwareDatetime
    last_run_at: Annotated[
        AwareDatetime | None, Field(description="Newest run on this drive alone; null without one")
    ]
    last_run_id: str | None
    problems: Annotated[list[ProblemId], Field(description="The gravest first")]
    firmware_fault: Annotated[
        str | None, Field(description="What its firmware is known to do; null = none known")
    ]
    degraded_arrays: Annotated[list[str], Field(description="Arrays of its host")]
    odd: Annotated[list[OddOut], Field(description="Where it stands out, the furthest first")]


@answer
class ProblemCount(TypedDict):
    """How many drives have a problem."""

    id: ProblemId
    title: str
    drives: Annotated[int, Field(description="A count")]


@answer
class RatedCount(TypedDict):
    """How many drives do what they promise: each beside its own datasheet, alone, by the best of its workloads."""

    drives: Annotated[int, Field(description="Drives with a share of their rating, a count")]
    judged: Annotated[
        int, Field(description="Of these, drives known to reach 90 % of it or not to reach it, a count")
    ]
    as_rated: Annotated[int, Field(description="Of these, drives that reach 90 %, a count")]


@answer
class BayOut(TypedDict):
    """One drive in its place."""

    drive_id: str
    name: Annotated[str, Field(description="The kernel's name of it")]
    slot: str | None
    model: str | None
    firmware: str | None
    link: Annotated[
        str | None,
        Field(
            description='As trained, "Gen4 x4"; below what both ends can do both: "x2 of 4", "Gen3 of Gen4"'
        ),
    ]
    is_below: Annotated[bool, Field(description="Whether its link runs below what both ends can do")]
    is_missing: Annotated[bool, Field(description="Whether the newest inventory of its host lacks it")]
    rated_share: Annotated[
        float | None,
        Field(
            description="The most of its rating that it reached alone, a share 0..1 or above; null = unknown"
        ),
    ]
    is_least: Annotated[bool, Field(description="Whether it can do more than was measured")]
    alike_share: Annotated[
        float | None,
        Field(
            description="Its share of the rating under `alike_test`, a share 0..1 or above; null: it did not run it"
        ),
    ]
    alike_test: Annotated[
        str | None,
        Field(
            description="The one test under which most drives of its model have a rating: the shares of one test "
            "may be compared with each other"
        ),
    ]
    odd_ratio: Annotated[
        float | None,
        Field(
            description="Where it stands out furthest: its IOPS over the median drive's, a share 0..1 up; null: nowhere"
        ),
    ]


@answer
class HostBays(HostRef):
    """The drives of one host."""

    bays: Annotated[list[BayOut], Field(description="By slot, else by name")]


@answer
class BayList(TypedDict):
    """Drives in their places, host by host; hosts with the gravest problem first."""

    items: list[HostBays]
    drives_left_out: Annotated[int, Field(description="Drives beyond the first 512, a count")]


@answer
class FleetOut(TypedDict):
    """A page of the fleet: the gravest problems first, then by host and name."""

    items: list[FleetDrive]
    next_cursor: Annotated[str | None, Field(description="null on the last page")]
    drives: Annotated[int, Field(description="Drives that the filter means, whatever their problem; a count")]
    hosts: Annotated[int, Field(description="Hosts that they are in, a count")]
    with_problems: Annotated[int, Field(description="Drives with any problem, a count")]
    problems: Annotated[list[ProblemCount], Field(description="Every problem, the gravest first")]
    rated: RatedCount
    open_regressions: Annotated[
        int, Field(description="Tests with an open regression, on all hosts; a count")
    ]
    last_seen_at: Annotated[
        AwareDatetime | None, Field(description="When the newest inventory was made; null without drives")
    ]
    odd_at: Annotated[
        AwareDatetime, Field(description="When outliers were last searched: at most a minute ago")
    ]
    not_judged: Annotated[
        int,
        Field(
            description="Groups of one model and workload with too few drives or repeats to name any, a count"
        ),
    ]
