"""Changes of watched series, and what people note of them."""

from typing import Annotated

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.triage import TriagedOut, TriagePatch
from fioboard.engine.words.changes import MAX_COUNTED_CHANGES, ChangeState
from fioboard.engine.words.metrics import Unit

Value = str | int | float | bool | list[str | int | float | bool]


@answer
class StoredSuspect(TypedDict):
    """What else changed at a step, as it is stored with it."""

    key: Annotated[str, Field(description="Factor, or `label.NAME`")]
    before: Annotated[
        Value | None, Field(description="In the factor's unit (see /factors); null = it was not there")
    ]
    after: Annotated[
        Value | None, Field(description="In the factor's unit (see /factors); null = it was not there")
    ]
    is_likely: Annotated[bool, Field(description="false = it changes all the time without the figure")]
    elsewhere: Annotated[int, Field(description="How often it changed where the figure did not, a count")]
    runs_off: Annotated[
        int, Field(description="0 = between the two runs; -1, 1 = a run before or after that")
    ]
    follows_from: Annotated[
        str | None, Field(description="Key of the suspect that this normally follows from")
    ]


@answer
class SuspectOut(StoredSuspect):
    """What else changed between the last run before a change and the first one after it: a place to look, no proof."""

    title: str
    unit: Annotated[str | None, Field(description="Of both values; null for text, flags and counts")]


@answer
class RunAt(TypedDict):
    """A run and when it began."""

    id: str
    started_at: AwareDatetime


@answer
class ChangeOut(TriagedOut):
    """A step in the figures of alike runs of one host, and what else changed there."""

    id: str
    sentence: Annotated[
        str, Field(description="What changed, by how much, between which moments, and what else")
    ]
    series_id: str
    host: HostRef
    workload_id: Annotated[str, Field(description="For the filter `workload`")]
    workload: Annotated[str, Field(description="In fio's own words")]
    workload_words: Annotated[
        str, Field(description="The same as a sentence has it: random read 4 KiB, QD 32")
    ]
    direction: str
    metric: str
    metric_title: str
    unit: Unit
    before: Annotated[float, Field(description="Level before, in `unit`")]
    after: Annotated[float, Field(description="Level after, in `unit`")]
    ratio: Annotated[float, Field(description="after / before, a share 0..1 or above: 0.86 = 14 % less")]
    ratio_low: Annotated[
        float | None,
        Field(
            description="Lower end of the 95 % interval of `ratio`, a share 0..1 or above; null = too few runs"
        ),
    ]
    ratio_high: Annotated[
        float | None,
        Field(
            description="Upper end of the 95 % interval of `ratio`, a share 0..1 or above; null = too few runs"
        ),
    ]
    n_before: Annotated[int, Field(description="Runs at the level before, a count")]
    n_after: Annotated[int, Field(description="Runs at the level after, a count")]
    is_worse: Annotated[bool | None, Field(description="null where neither direction is better")]
    before_run: Annotated[RunAt, Field(description="The last run before")]
    after_run: Annotated[RunAt, Field(description="The first run after")]
    suspects: Annotated[
        list[SuspectOut], Field(description="The likeliest first; empty = nothing recorded changed")
    ]
    unknown: Annotated[
        list[str], Field(description="Titles of facts unknown on a side: whether they changed cannot be said")
    ]
    detected_at: AwareDatetime
    gone_at: Annotated[
        AwareDatetime | None, Field(description="Since when the runs show it no more; null = they do")
    ]


@answer
class ChangeMark(TypedDict):
    """The change that begins with a run or within a batch; of several the worst, what was done per second first."""

    id: str
    sentence: str
    metric_title: Annotated[
        str,
        Field(description="Of a batch with several workloads with the one that changed: rand read 4k IOPS"),
    ]
    ratio: Annotated[
        float, Field(description="Level after / before, a share 0..1 or above: 0.86 = 14 % less")
    ]
    is_worse: Annotated[bool | None, Field(description="null where neither direction is better")]
    changes: Annotated[int, Field(description="How many changes begin there, a count")]


@answer
class StateCount(TypedDict):
    """How many changes are in a state."""

    state: ChangeState
    changes: Annotated[int, Field(description=f"A count; it ends at {MAX_COUNTED_CHANGES:,}")]
    tests: Annotated[
        int,
        Field(
            description="Those changes by test and run: rate and latency that moved at one run are one; a count"
        ),
    ]
    is_exact: Annotated[bool, Field(description="false = there may be more than were counted")]


@answer
class ChangeList(TypedDict):
    """Changes, those with the newest runs first."""

    items: list[ChangeOut]
    next_cursor: Annotated[str | None, Field(description="null on the last page")]
    states: Annotated[
        list[StateCount], Field(description="Of all that the filter means, whatever their state")
    ]
    waiting: Annotated[int, Field(description="Configurations whose runs wait to be watched anew, a count")]


@answer
class SeriesPoint(TypedDict):
    """A run in a watched series."""

    run_id: str
    started_at: AwareDatetime
    value: Annotated[float, Field(description="In the metric's unit")]
    is_doubted: Annotated[bool, Field(description="Left out as unreliable")]


@answer
class SeriesHead(TypedDict):
    """A watched series: alike runs of one host in time, one test, direction and metric of them."""

    id: str
    host: HostRef
    workload_id: Annotated[str, Field(description="For the filter `workload`")]
    workload: Annotated[str, Field(description="In fio's own words")]
    workload_words: Annotated[
        str, Field(description="The same as a sentence has it: random read 4 KiB, QD 32")
    ]
    direction: str
    metric: str
    metric_title: str
    unit: Unit
    lower_is_better: Annotated[bool | None, Field(description="null where neither direction is better")]
    run_count: Annotated[int, Field(description="Runs watched, at most the newest 500; a count")]
    doubted_count: Annotated[int, Field(description="Of them left out as unreliable; a count")]
    first_at: Annotated[AwareDatetime, Field(description="Start of the first run watched")]
    last_at: Annotated[AwareDatetime, Field(description="Start of the newest run")]
    last_value: Annotated[float, Field(description="Of the newest run, in `unit`")]
    changes: Annotated[int, Field(description="Changes that the runs show, a count")]
    open_changes: Annotated[int, Field(description="Of them new or acknowledged, a count")]


@answer
class SeriesList(TypedDict):
    """Watched series, those with the newest runs first."""

    items: list[SeriesHead]
    next_cursor: Annotated[str | None, Field(description="null on the last page")]


@answer
class SeriesLevel(TypedDict):
    """Runs between two steps."""

    first_run: RunAt
    last_run: RunAt
    value: Annotated[float, Field(description="Median of its runs, in the metric's unit")]
    n: Annotated[int, Field(description="Runs that count, a number")]


@answer
class FactSpan(TypedDict):
    """Runs one after the other that tell the same of a fact."""

    value: Annotated[
        Value | None, Field(description="In the factor's unit (see /factors); null = it was not there")
    ]
    first_run: RunAt
    last_run: RunAt
    n: Annotated[int, Field(description="Runs that tell it, a number")]


@answer
class FactCourse(TypedDict):
    """Something recorded of the host that changed while these runs were made."""

    key: Annotated[str, Field(description="Factor, or `label.NAME`")]
    title: str
    unit: Annotated[str | None, Field(description="Of its values; null for text, flags and counts")]
    spans: Annotated[
        list[FactSpan],
        Field(description="The oldest first; between two of them there may be runs that do not tell it"),
    ]


@answer
class SeriesDetail(TypedDict):
    """A watched series with its runs, its levels, its changes, and all that changed on its host meanwhile."""

    series: SeriesHead
    points: Annotated[list[SeriesPoint], Field(description="The oldest first; as many as are watched")]
    levels: Annotated[
        list[SeriesLevel], Field(description="Between the steps that the runs show, the oldest first")
    ]
    changes: Annotated[list[ChangeOut], Field(description="The newest first; those that are gone among them")]
    facts: Annotated[
        list[FactCourse], Field(description="First what changed with the figure, then what changes seldom")
    ]
    waiting: Annotated[int, Field(description="Configurations whose runs wait to be watched anew, a count")]


@answer
class ChangeDetail(TypedDict):
    """A change, the runs around it, and the other changes of its series."""

    change: ChangeOut
    points: Annotated[list[SeriesPoint], Field(description="The oldest first; as many as are watched")]
    levels: Annotated[
        list[SeriesLevel], Field(description="Between the steps that the runs show, the oldest first")
    ]
    others: Annotated[list[ChangeOut], Field(description="Other changes of this series, the newest first")]


class ChangesPatch(TriagePatch):
    """What a person notes of changes; absent fields stay."""


@answer
class ChangesTriaged(TypedDict):
    """What one call changed."""

    changes: Annotated[int, Field(description="A count")]
