"""Drive models: what there is of each, and what they measured."""

from typing import Annotated

from fastapi import Path
from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer
from fioboard.engine.answers.fleet import OddOut
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.rating import NoRating, RatedFigureOut

ModelId = Annotated[
    str, Path(max_length=64, pattern=r"^[^\x00]*$", description="The model's id, of the list")
]


@answer
class RatedDrives(TypedDict):
    """What drives of one model reached of their rating, each alone: of several workloads the best of each drive."""

    drives: Annotated[int, Field(description="Drives with a share of a rating, a count")]
    judged: Annotated[
        int, Field(description="Of these, drives known to reach 90 % of it or not to reach it, a count")
    ]
    as_rated: Annotated[int, Field(description="Of these, drives that reach 90 %, a count")]
    share_best: Annotated[float, Field(description="Of the drives, a share 0..1 or above")]
    alike_test: Annotated[
        str,
        Field(
            description="The one test, at one capacity, under which most of its drives have a rating: only shares of "
            "one test may be compared with each other"
        ),
    ]
    alike_drives: Annotated[int, Field(description="Drives with a share under `alike_test`, a count")]
    alike_lowest: Annotated[float, Field(description="Of these drives, a share 0..1 or above")]
    alike_best: Annotated[float, Field(description="Of these drives, a share 0..1 or above")]
    is_least: Annotated[bool, Field(description="Whether a drive of them can do more than was measured")]
    has_source: Annotated[
        bool,
        Field(description="Whether the rating has a source that may judge; else nothing is judged by it"),
    ]


@answer
class ModelOut(TypedDict):
    """One drive model at a glance."""

    id: Annotated[str, Field(description="For `/models/{model_id}`")]
    model: str
    drives: Annotated[int, Field(description="A count")]
    hosts: Annotated[int, Field(description="A count")]
    firmware: Annotated[list[str], Field(description="Distinct versions, the most frequent first")]
    capacities_bytes: Annotated[list[int], Field(description="Distinct capacities, in bytes")]
    missing: Annotated[
        int, Field(description="Number of drives that the newest inventory of their host does not name")
    ]
    rated: Annotated[RatedDrives | None, Field(description="null: no drive has a rating")]
    links: Annotated[int, Field(description="Number of drives whose PCIe link is known")]
    links_below: Annotated[
        int, Field(description="Number of drives whose link runs below what both ends can do")
    ]
    worn: Annotated[int, Field(description="Number of drives with 80 % or more of their endurance used")]
    hot: Annotated[int, Field(description="Number of drives at or above their warning temperature")]
    warnings: Annotated[int, Field(description="Number of drives that report a critical warning")]
    used_pct_max: Annotated[
        int | None, Field(description="Most used of the rated endurance, in percent; null = unknown")
    ]
    odd: Annotated[int, Field(description="Number of drives that stand out under some workload")]
    firmware_faults: Annotated[list[str], Field(description="Versions with a known fault")]
    last_seen_at: AwareDatetime


@answer
class ModelList(TypedDict):
    """All models that drives tell, the most frequent first."""

    items: list[ModelOut]


@answer
class FirmwareMix(TypedDict):
    """A firmware version of a model."""

    version: Annotated[str | None, Field(description="null = unknown")]
    drives: Annotated[int, Field(description="A count")]
    fault: Annotated[str | None, Field(description="What it is known to do; null = nothing known")]
    fixed_in: Annotated[str | None, Field(description="The version that does not; null = unknown")]
    source: Annotated[str | None, Field(description="Address of who says so")]


@answer
class SlotCount(TypedDict):
    """A slot and how many drives of the model sit in one of that name."""

    slot: Annotated[str | None, Field(description="null = unknown")]
    drives: Annotated[int, Field(description="A count")]


@answer
class HostDrives(HostRef):
    """A host and how many drives of the model it has."""

    drives: Annotated[int, Field(description="A count")]


@answer
class CapacityCount(TypedDict):
    """A capacity and how many drives have it."""

    size_bytes: Annotated[int | None, Field(description="Bytes; null = unknown")]
    drives: Annotated[int, Field(description="A count")]


@answer
class DriveFigure(TypedDict):
    """What one drive measured alone."""

    drive_id: str
    host: HostRef
    name: str
    slot: str | None
    firmware: str | None
    link: Annotated[str | None, Field(description='As trained, e.g. "Gen4 x4"; null = unknown')]
    iops: Annotated[float, Field(description="Geometric mean of its newest runs, I/O operations per second")]
    bw_bytes_per_s: Annotated[
        float | None, Field(description="Mean of its newest runs, bytes per second; null = not measured")
    ]
    n: Annotated[int, Field(description="Runs, a count of at most 5")]
    run_id: Annotated[str, Field(description="Its newest run")]


@answer
class RatedShare(TypedDict):
    """What drives measured beside one rated figure, the newest run of each: one verdict, for the same reasons."""

    figure: Annotated[
        RatedFigureOut, Field(description="Of the run in the middle, the lower of two: no mean of several")
    ]
    run_id: Annotated[str, Field(description="That run")]
    runs: Annotated[int, Field(description="A count: one run of each drive that is told of")]
    limit: Annotated[
        str | None, Field(description="What limited that run, as its answer says; null = no limit found")
    ]
    share_lowest: Annotated[float, Field(description="Measured over rated, a share 0..1 or above")]
    share_highest: Annotated[float, Field(description="Measured over rated, a share 0..1 or above")]


@answer
class WorkloadFigures(TypedDict):
    """What drives of one model and capacity measured under one workload, each alone."""

    workload_id: Annotated[str, Field(description="For the filter `workload`")]
    workload: Annotated[str, Field(description="In words: `random read 4 KiB, QD 32`")]
    direction: str
    target_kind: Annotated[str | None, Field(description="disk, file and the like; null = unknown")]
    size_bytes: Annotated[int | None, Field(description="Capacity of the drives, in bytes")]
    drives: Annotated[int, Field(description="A count")]
    runs: Annotated[int, Field(description="A count, at most 5 of each drive")]
    iops_best: Annotated[float, Field(description="The fastest drive, I/O operations per second")]
    iops_typical: Annotated[float, Field(description="The median drive, I/O operations per second")]
    bw_typical_bytes_per_s: Annotated[float | None, Field(description="The median drive, bytes per second")]
    bw_best_bytes_per_s: Annotated[float | None, Field(description="The fastest drive, bytes per second")]
    latency_p50_typical_ns: Annotated[
        float | None, Field(description="The median drive's median completion latency, ns; null = unknown")
    ]
    noise: Annotated[
        float | None,
        Field(description="Standard deviation of one drive's repeats, a share 0..1; null = too few repeats"),
    ]
    odd: Annotated[list[OddOut], Field(description="Drives that stand out, the furthest first")]
    why_not: Annotated[
        str | None,
        Field(
            description="Why none can be named: `needs 5 measured drives; 1 measured`; null when it was looked"
        ),
    ]
    typical_runs: Annotated[
        list[str],
        Field(
            description="Newest runs of the drives nearest the median, at most 20: to compare an outlier with"
        ),
    ]
    rated: Annotated[
        list[RatedShare],
        Field(description="Of at most 100 drives, from the slowest to the fastest; most runs first"),
    ]
    why_not_rated: Annotated[
        NoRating | None, Field(description="Why nothing is rated, of most runs; null when something is")
    ]
    figures: Annotated[
        list[DriveFigure],
        Field(description="Of the slowest 200 drives, and of the outliers, the slowest first"),
    ]


@answer
class ModelHealth(TypedDict):
    """How the drives of a model fare, as each was last read."""

    temperature_n: Annotated[int, Field(description="Number of drives that told their temperature")]
    temperature_median_c: Annotated[float | None, Field(description="Degrees Celsius; null = none told it")]
    temperature_max_c: Annotated[float | None, Field(description="Degrees Celsius; null = none told it")]
    used_n: Annotated[int, Field(description="Number of drives that told the endurance used")]
    used_median_pct: Annotated[
        float | None, Field(description="Of the rated endurance, in percent; null = none told it")
    ]
    used_max_pct: Annotated[
        int | None, Field(description="Of the rated endurance, in percent; null = none told it")
    ]
    spare_n: Annotated[int, Field(description="Number of drives that told their spare blocks")]
    spare_min_pct: Annotated[
        int | None, Field(description="Least spare blocks left, in percent; null = none told it")
    ]
    errors_n: Annotated[int, Field(description="Number of drives that told their media errors")]
    with_errors: Annotated[int, Field(description="Number of drives with media errors, ever")]


@answer
class ModelDetail(ModelOut):
    """One model: where it is, how it fares, and what it measured."""

    firmware_mix: Annotated[list[FirmwareMix], Field(description="The most frequent first")]
    slots: Annotated[list[SlotCount], Field(description="The most frequent first")]
    hosts_with: Annotated[list[HostDrives], Field(description="By name, at most 500")]
    capacities: Annotated[list[CapacityCount], Field(description="Rising")]
    health: ModelHealth
    card_ids: Annotated[
        list[str],
        Field(
            description="Datasheet cards of its capacities, for `/specs/{spec_id}`; what counts most first"
        ),
    ]
    workloads: Annotated[list[WorkloadFigures], Field(description="Most drives first, at most 40")]
