"""What a host measured: its series of alike runs, the answer of its page, and one series run by run."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.core.run_state import Direction
from fioboard.engine.answers.answer import VerdictBrief
from fioboard.engine.answers.base import answer
from fioboard.engine.words.metrics import Unit
from fioboard.engine.words.ratings import RatingVerdict

HostAnswerKind = Literal["best", "below", "worse", "doubted", "empty"]


@answer
class YardstickOut(TypedDict):
    """What a figure is held against."""

    verdict: Annotated[VerdictBrief | None, Field(description="Of its run; null = not judged")]
    rated_share: Annotated[
        float | None,
        Field(
            description="Of what its drives are rated, a share 0..1 or above; null = no datasheet rates it"
        ),
    ]
    rated_verdict: Annotated[
        RatingVerdict | None, Field(description="What may be said of that share; null without one")
    ]


@answer
class WorkloadOptions(TypedDict):
    """What a workload is made of, for whoever says it in words."""

    rw: Annotated[str | None, Field(description="fio's word for the pattern; null = not known")]
    bs_bytes: Annotated[int | None, Field(description="Block size, bytes; null where it is not one size")]
    bs: Annotated[str | None, Field(description="Block size as given where it is not one size")]
    iodepth: Annotated[int | None, Field(description="In flight per job, a count; null = not known")]
    numjobs: Annotated[int | None, Field(description="Jobs, a count; null = not known")]
    others: Annotated[list[str], Field(description="Every other option that counts, name and value")]


@answer
class BestOut(YardstickOut):
    """The best figure of a host, of the runs that can be trusted."""

    run_id: str
    value: Annotated[float, Field(description="In `unit`")]
    unit: Unit
    workload: Annotated[str, Field(description="In fio's own words")]
    options: Annotated[WorkloadOptions, Field(description="The same, option by option")]
    direction: Direction


@answer
class MeasuredOut(YardstickOut):
    """A run's figure in a series."""

    run_id: str
    at: Annotated[
        AwareDatetime, Field(description="When the run started; received, where `is_dated` is false")
    ]
    is_dated: bool
    value: Annotated[float, Field(description="In the series' `unit`")]


@answer
class HostSeriesOut(TypedDict):
    """Runs of one host that are alike but for what a machine goes through: one test on one target."""

    key: Annotated[str, Field(description="For `series` of the course")]
    name: Annotated[
        str,
        Field(description="Its workload in words, and what tells it from the host's other series"),
    ]
    workload_id: Annotated[str, Field(description="For the filter `workload`")]
    workload: Annotated[str, Field(description="In fio's own words")]
    options: Annotated[WorkloadOptions, Field(description="The same, option by option")]
    direction: Direction
    target: Annotated[str | None, Field(description="Of the newest run; null = not recorded")]
    metric: Annotated[str, Field(description="The rate that such a test is spoken of in")]
    metric_title: str
    unit: Unit
    runs: Annotated[int, Field(description="A count")]
    doubted: Annotated[int, Field(description="Of these, unreliable runs, a count")]
    latest: MeasuredOut
    best: Annotated[MeasuredOut | None, Field(description="Of the reliable runs; null when there is none")]
    recent: Annotated[list[float], Field(description="The newest reliable ones, in `unit`, the oldest first")]


@answer
class HostNext(TypedDict):
    """The one thing to do next."""

    title: str
    text: str
    command: Annotated[str | None, Field(description="To be run on the host; null when none is needed")]


@answer
class HostAnswer(TypedDict):
    """The one sentence of a host's page."""

    kind: Annotated[
        HostAnswerKind,
        Field(
            description="best: its newest run is its best. below: it is not, and no step is shown. worse: a step for "
            "the worse is open. doubted: no reliable run. empty: there are none"
        ),
    ]
    sentence: Annotated[str, Field(description="With the figure and its yardstick")]
    sure: Annotated[str, Field(description="How much it rests on")]
    text: Annotated[list[str], Field(description="Sentences behind it")]
    series: Annotated[str | None, Field(description="Key of the series it speaks of; null without runs")]
    next: HostNext


@answer
class DriveCountsOut(TypedDict):
    """The drives of a host in counts."""

    drives: Annotated[int, Field(description="A count; 0 also where no inventory was sent")]
    missing: Annotated[
        int, Field(description="Of these, drives that its newest inventory does not name, a count")
    ]
    links: Annotated[int, Field(description="PCIe links of drives whose state is known, a count")]
    degraded: Annotated[int, Field(description="Of these, links below what both ends can do, a count")]
    is_virtual: Annotated[
        bool, Field(description="Whether its newest inventory has only drives that a hypervisor shows")
    ]


@answer
class CoursePoint(TypedDict):
    """One run of a series."""

    run_id: str
    at: Annotated[
        AwareDatetime, Field(description="When the run started; received, where `is_dated` is false")
    ]
    is_dated: bool
    value: Annotated[float, Field(description="In the series' `unit`")]
    is_doubted: Annotated[bool, Field(description="Whether the run is unreliable")]
    configuration: Annotated[
        int, Field(description="Runs of one number are alike in everything that is recorded; counted from 0")
    ]


@answer
class HostCourse(TypedDict):
    """One series run by run."""

    series: HostSeriesOut
    points: Annotated[list[CoursePoint], Field(description="The oldest first")]
