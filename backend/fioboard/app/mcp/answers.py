"""What tools answer: parts of the API's answers, with units, numbers of runs and links; null is unknown, never zero."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.reference_set import PlacedResult, PlacedStatedOut

Url = Annotated[str, Field(description="Page for people")]
LeftOut = Annotated[int, Field(description="Number of further ones that are not listed")]
Unit = Annotated[str, Field(description="Base unit of the figures: IOPS, bytes/s, ns, % or share")]


class FoundResult(TypedDict):
    """One job and direction of a run."""

    workload: str
    direction: str
    iops: float | None
    bw_bytes_per_s: float | None
    clat_p50_ns: int | None
    clat_p99_ns: int | None


class FoundRun(TypedDict):
    """A run as a search lists it. null means unknown, never zero."""

    id: str
    url: Url
    title: str | None
    host: str
    started_at: str | None
    tags: list[str]
    labels: dict[str, str]
    verdict: Annotated[str | None, Field(description="What limits it, or why its figure is unreliable")]
    verdict_kind: Annotated[
        str | None, Field(description="limit, trust, unexplained or none; null: not judged")
    ]
    results: list[FoundResult]
    results_left_out: LeftOut


class FoundRuns(TypedDict):
    """Runs that a filter means."""

    total: Annotated[int, Field(description="Number of runs that match")]
    total_is_exact: bool
    runs: list[FoundRun]


class Remark(TypedDict):
    """A finding of a run."""

    id: str
    kind: str
    severity: str
    confidence: str
    text: str


class Stage(TypedDict):
    """What one stage of the data's way can carry, beside what the run moved."""

    stage: str
    label: str
    direction: str | None
    high: float | None
    measured: float | None
    unit: Unit
    share: float | None
    state: str


class RunAnswer(TypedDict):
    """What holds a run back, or why its figure is unreliable."""

    url: Url
    kind: str
    sentence: str
    confidence: str
    share: Annotated[float | None, Field(description="Of the limit, 0..1 or above; null: none")]
    compared_with: str | None
    text: list[str]
    findings: list[Remark]
    findings_left_out: LeftOut
    stages: list[Stage]
    unknown_checks: Annotated[int, Field(description="Number of rules that could not be checked")]


class ComparedRow(TypedDict):
    """One metric of one workload on both sides."""

    workload: str
    direction: str
    metric: str
    unit: Unit
    lower_is_better: bool | None
    base_mean: float | None
    base_n: Annotated[int, Field(description="Number of runs")]
    new_mean: float | None
    new_n: Annotated[int, Field(description="Number of runs")]
    ratio: Annotated[float | None, Field(description="new over base; null where it cannot be given")]
    ratio_ci95: Annotated[list[float] | None, Field(description="95 % interval; null with `reason`")]
    reason: str | None
    verdict: Annotated[str, Field(description="better, worse, no_difference_shown or not_enough_runs")]


class Compared(TypedDict):
    """Two sets of runs, workload by workload."""

    url: Url
    sentence: str
    caveat: str | None
    base_runs: Annotated[int, Field(description="Number of runs")]
    new_runs: Annotated[int, Field(description="Number of runs")]
    rows: list[ComparedRow]
    rows_left_out: LeftOut


class ChangedFactor(TypedDict):
    """A setting or part that differs between both sides."""

    key: str
    title: str
    unit: str | None
    state: str
    base: object
    new: object
    follows_from: str | None


class Explained(TypedDict):
    """What may have caused a difference, and how sure that is."""

    url: Url
    sentence: str
    caveat: str | None
    attribution: Annotated[str, Field(description="nothing_changed, only, confounded, cannot_tell or mixed")]
    text: str
    confounded: bool
    changed: list[ChangedFactor]
    changed_left_out: LeftOut
    unknown: Annotated[int, Field(description="Number of factors that some run did not record")]
    to_separate: Annotated[list[str], Field(description="Runs that would tell the causes apart")]


class HostAnswered(TypedDict):
    """A host and what its runs say."""

    id: str
    url: Url
    name: str
    hardware: list[str]
    runs: Annotated[int, Field(description="Number of runs")]
    last_run_at: str | None
    sentence: str
    text: list[str]
    next_step: str


class Changed(TypedDict):
    """A regression or improvement over time."""

    id: str
    url: Url
    host: str
    sentence: str
    metric: str
    unit: Unit
    before: float
    after: float
    ratio: float
    ratio_ci95: list[float] | None
    n_before: int
    n_after: int
    is_worse: bool | None
    since: str | None
    suspects: Annotated[list[str], Field(description="What else changed at that time, the likeliest first")]


class Changes(TypedDict):
    """Changes of monitored tests."""

    changes: list[Changed]
    has_more: bool


class Rated(TypedDict):
    """A figure of a run beside the datasheet."""

    metric: str
    unit: Unit
    measured: float
    rated: float
    share: float
    verdict: Annotated[str, Field(description="comparable, at_least, not_comparable or conditions_unknown")]
    differs: list[str]
    claim: str
    source: str | None
    source_address: str | None


class Rating(TypedDict):
    """A run beside the datasheets of its drives."""

    url: Url
    models: list[str]
    figures: list[Rated]
    sentence: Annotated[str | None, Field(description="Why there is no figure; null when there are some")]


class SharedRunAnswer(TypedDict):
    """A run of a share, by the name that the share gives it."""

    run: str
    host: str
    verdict: Annotated[str | None, Field(description="What limits it; null: the share does not say")]


class Shared(TypedDict):
    """What a link shows: its makers' list, and the answers of its frozen copy. Never the link itself."""

    id: str
    url: Url
    kind: str
    title: str
    label: Annotated[str | None, Field(description="For whom")]
    state: Annotated[str, Field(description="active, paused, expired or revoked")]
    expires_at: str | None
    view_count: Annotated[int, Field(description="Number of times it was opened")]
    sentence: Annotated[str | None, Field(description="Answer of a shared comparison; null: another kind")]
    runs: list[SharedRunAnswer]
    runs_left_out: LeftOut


class Point(TypedDict):
    """One value of x."""

    x: object
    n: Annotated[int, Field(description="Number of results")]
    mean: Annotated[float | None, Field(description="null where unlike runs are mixed")]
    ci95: list[float] | None
    min: float
    max: float


class Line(TypedDict):
    """One line of a chart."""

    key: str
    knee: Annotated[
        float | None, Field(description="Number of drives after which more bring less; null: none")
    ]
    points: list[Point]


class Series(TypedDict):
    """A metric over a factor."""

    x: str
    by: str | None
    metric: str
    unit: Unit
    lower_is_better: bool | None
    lines: list[Line]
    points_left_out: LeftOut


class Placements(TypedDict):
    """Where a run's figures stand among the drives of other labs."""

    url: Url
    results: Annotated[
        list[PlacedResult],
        Field(description="Empty: no set has its drives and tests, or the run is unreliable"),
    ]
    stated: Annotated[
        list[PlacedStatedOut],
        Field(
            description="What sources state of the drive, its volume or its class; not measured by anybody here"
        ),
    ]


class SavedView(TypedDict):
    """A view that somebody saved."""

    name: str
    page: str
    filter: Annotated[str, Field(description="Its query string")]
    url: Url


class Views(TypedDict):
    """Saved views, by page and name."""

    views: list[SavedView]
