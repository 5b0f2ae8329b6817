"""Changes of watched series, and what people note of them."""

from typing import Annotated

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.schemas.base import answer
from fioboard.schemas.host_ref import HostRef
from fioboard.schemas.triage import TriagedOut, TriagePatch
from fioboard.vocabulary.changes import ChangeState
from fioboard.vocabulary.metrics import Unit

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
class StateCount(TypedDict):
    """How many changes are in a state."""

    state: ChangeState
    changes: Annotated[int, Field(description="A count")]


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
    is_doubted: Annotated[bool, Field(description="Left out, since its figure cannot be trusted")]


@answer
class ChangeDetail(TypedDict):
    """A change, the runs around it, and the other changes of its series."""

    change: ChangeOut
    points: Annotated[list[SeriesPoint], Field(description="The oldest first; as many as are watched")]
    others: Annotated[list[ChangeOut], Field(description="Other changes of this series, the newest first")]


class ChangesPatch(TriagePatch):
    """What a person notes of changes; absent fields stay."""


@answer
class ChangesTriaged(TypedDict):
    """What one call changed."""

    changes: Annotated[int, Field(description="A count")]
