"""Changes of watched series, and what people note of them."""

from typing import Annotated

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.schemas.base import In, answer
from fioboard.schemas.host_ref import HostRef
from fioboard.vocabulary.changes import MAX_CAUSE_LENGTH, MAX_TRIAGED, ChangeState
from fioboard.vocabulary.metrics import Unit

Value = str | int | float | bool


@answer
class SuspectOut(TypedDict):
    """What else changed between the last run before a change and the first one after it: a place to look, no proof."""

    key: Annotated[str, Field(description="Factor, or `label.NAME`")]
    title: str
    before: Annotated[Value | None, Field(description="In `unit`; null = it was not there")]
    after: Annotated[Value | None, Field(description="In `unit`; null = it was not there")]
    unit: Annotated[str | None, Field(description="null for text and plain counts")]


@answer
class RunAt(TypedDict):
    """A run and when it began."""

    id: str
    started_at: AwareDatetime


@answer
class AssigneeOut(TypedDict):
    """Who looks after a change."""

    id: str
    name: str


@answer
class ChangeOut(TypedDict):
    """A step in the figures of alike runs of one host, and what else changed there."""

    id: str
    sentence: Annotated[str, Field(description="What changed, by how much, between which moments, and what else")]
    series_id: str
    host: HostRef
    workload_id: Annotated[str, Field(description="For the filter `workload`")]
    workload: Annotated[str, Field(description="In fio's own words")]
    direction: str
    metric: str
    metric_title: str
    unit: Unit
    before: Annotated[float, Field(description="Level before, in `unit`")]
    after: Annotated[float, Field(description="Level after, in `unit`")]
    ratio: Annotated[float, Field(description="after / before, a share: 0.86 = 14 % less")]
    ratio_low: Annotated[float, Field(description="Lower end of the 95 % interval of `ratio`, a share")]
    ratio_high: Annotated[float, Field(description="Upper end of the 95 % interval of `ratio`, a share")]
    n_before: Annotated[int, Field(description="Runs at the level before, a count")]
    n_after: Annotated[int, Field(description="Runs at the level after, a count")]
    is_worse: Annotated[bool | None, Field(description="null where neither direction is better")]
    before_run: Annotated[RunAt, Field(description="The last run before")]
    after_run: Annotated[RunAt, Field(description="The first run after")]
    suspects: Annotated[list[SuspectOut], Field(description="The likeliest first; empty = nothing recorded changed")]
    unknown: Annotated[
        list[str], Field(description="Titles of facts unknown on a side: whether they changed cannot be said")
    ]
    detected_at: AwareDatetime
    gone_at: Annotated[
        AwareDatetime | None, Field(description="Since when the runs show it no more; null = they do")
    ]
    state: ChangeState
    cause: str | None
    note: str | None
    assignee: AssigneeOut | None
    state_at: Annotated[AwareDatetime | None, Field(description="When a person changed it last")]
    state_by: str | None


@answer
class StateCount(TypedDict):
    """How many changes are in a state."""

    state: ChangeState
    changes: Annotated[int, Field(description="A count")]


@answer
class ChangeList(TypedDict):
    """Changes, the newest first."""

    items: list[ChangeOut]
    next_cursor: Annotated[str | None, Field(description="null on the last page")]
    states: Annotated[list[StateCount], Field(description="Of all that the filter means, whatever their state")]
    waiting: Annotated[int, Field(description="Configurations whose runs wait to be watched anew, a count")]


@answer
class SeriesPoint(TypedDict):
    """A run in a watched series."""

    run_id: str
    started_at: AwareDatetime
    value: Annotated[float, Field(description="In the metric's unit")]
    is_doubted: Annotated[bool, Field(description="Left out, since its figure cannot be trusted")]


@answer
class ChangeDetail(TypedDict):
    """A change, the runs around it, and the other changes of its series."""

    change: ChangeOut
    points: Annotated[list[SeriesPoint], Field(description="The oldest first; the newest 1,000")]
    others: Annotated[list[ChangeOut], Field(description="Other changes of this series, the newest first")]


class ChangesPatch(In):
    """What a person notes of changes; absent fields stay."""

    ids: list[str] = Field(min_length=1, max_length=MAX_TRIAGED, description="Ids of changes")
    state: ChangeState | None = None
    cause: str | None = Field(
        default=None, max_length=MAX_CAUSE_LENGTH, description="Why; an expected change must have one"
    )
    note: str | None = Field(default=None, max_length=10_000)
    assignee: str | None = Field(
        default=None, max_length=100, description="Name of a person; empty = nobody looks after it"
    )


@answer
class ChangesTriaged(TypedDict):
    """What one call changed."""

    changes: Annotated[int, Field(description="A count")]
