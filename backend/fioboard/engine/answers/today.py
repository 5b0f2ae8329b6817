"""Today: everything of the first screen in one answer."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.core.run_state import Direction
from fioboard.engine.answers.base import answer
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.host_series import YardstickOut
from fioboard.engine.words.events import EventKind
from fioboard.engine.words.metrics import Unit

TodayKind = Literal["worse", "better", "unreliable", "quiet"]


@answer
class TodayNext(TypedDict):
    """The one thing to do first; at most one of the ids says where."""

    title: str
    text: str
    host_id: Annotated[str | None, Field(description="Host whose page says more")]
    change_id: Annotated[str | None, Field(description="Change whose page says more")]
    batch_id: Annotated[str | None, Field(description="Batch whose page says more")]
    run_id: Annotated[str | None, Field(description="Run whose page says more")]


@answer
class TodayAnswer(TypedDict):
    """The worst first, then the best news."""

    kind: Annotated[
        TodayKind,
        Field(
            description="worse: something is broken, missing or slower. better: only better. "
            "unreliable: nothing changed, and the newest runs are unreliable. quiet: nothing changed"
        ),
    ]
    sentence: str
    text: Annotated[list[str], Field(description="Sentences behind it")]
    next: TodayNext


@answer
class TodayCounts(TypedDict):
    """What the answer rests on."""

    links: Annotated[int, Field(description="PCIe links of drives whose state is known, a count")]
    degraded_links: Annotated[int, Field(description="Of these, links below what both ends can do, a count")]
    expectations: Annotated[int, Field(description="Runs that are expected regularly, a count of the rules")]
    missing_runs: Annotated[int, Field(description="Of these, rules whose run is missing, a count")]
    worse: Annotated[int, Field(description="Tests with a step for the worse in that time, a count")]
    open_regressions: Annotated[
        int, Field(description="Tests with an open regression, whenever it began; a count")
    ]
    better: Annotated[int, Field(description="Tests with a step for the better in that time, a count")]
    steady: Annotated[int, Field(description="Watched series with a run in that time and no step, a count")]
    runs: Annotated[
        int, Field(description="Runs that came in that time, whenever they were measured; a count")
    ]


@answer
class TodayChange(TypedDict):
    """A step in the figures of one test."""

    id: str
    host: HostRef
    workload: Annotated[str, Field(description="In fio's own words")]
    workload_words: Annotated[
        str, Field(description="The same as a sentence has it: random read 4 KiB, QD 32")
    ]
    direction: Direction
    metric_title: str
    unit: Unit
    before: Annotated[float, Field(description="Level before, in `unit`")]
    after: Annotated[float, Field(description="Level after, in `unit`")]
    ratio: Annotated[float, Field(description="After over before, no unit: 0.86 = 14 % less")]
    ratio_low: Annotated[
        float | None, Field(description="95 % interval of `ratio`, a share; null = too few runs")
    ]
    ratio_high: Annotated[
        float | None, Field(description="95 % interval of `ratio`, a share; null = too few runs")
    ]
    n_before: Annotated[int, Field(description="Runs at the level before, a count")]
    n_after: Annotated[int, Field(description="Runs at the level after, a count")]
    is_worse: Annotated[bool | None, Field(description="null = neither way is better")]
    at: Annotated[AwareDatetime, Field(description="Start of the first run after it")]
    suspects: Annotated[
        list[str], Field(description="What else changed then, the likeliest first; at most 3")
    ]


@answer
class TodayBatch(TypedDict):
    """The batch that an entry of the newest runs is."""

    id: str
    name: Annotated[str, Field(description="As people call it, else as the agent did")]
    runs: Annotated[int, Field(description="Its runs, a count")]
    started_at: Annotated[
        AwareDatetime | None, Field(description="When the first of them started; null where none says")
    ]


@answer
class TodayRun(YardstickOut):
    """A new run with its largest figure; of a batch the run with the most IOPS."""

    id: str
    batch: Annotated[TodayBatch | None, Field(description="null = a run by itself")]
    host: HostRef
    title: Annotated[str | None, Field(description="A person's; null = none was given")]
    at: Annotated[AwareDatetime, Field(description="When it started; received, where `is_dated` is false")]
    is_dated: bool
    needs_start: Annotated[
        bool,
        Field(description="Whether another entry has its host and name, so that the start tells them apart"),
    ]
    workload: Annotated[str | None, Field(description="In fio's own words; null without results")]
    workload_words: Annotated[
        str | None, Field(description="The same as a sentence has it: random read 4 KiB, QD 32")
    ]
    direction: Direction | None
    value: Annotated[float | None, Field(description="In `unit`; null without results")]
    unit: Unit | None
    unreliable_runs: Annotated[
        int,
        Field(description="Unreliable runs of the batch, or 1 where the run itself is unreliable; a count"),
    ]


@answer
class TodayEvent(TypedDict):
    """Something of a host that got worse or is missing and waits for somebody."""

    id: str
    host: HostRef
    kind: EventKind
    title: Annotated[str, Field(description="What events of this kind are")]
    name: Annotated[
        str | None, Field(description="Of the drive or workload; null: it is about the host itself")
    ]
    detail: Annotated[str, Field(description="What is so, with figures and their units")]
    began_at: AwareDatetime
    agent_at: Annotated[
        AwareDatetime | None, Field(description="When the host's agent spoke last; null = never")
    ]
    agent_waiting: Annotated[int | None, Field(description="Uploads that wait on the host, a count")]


@answer
class TodayOut(TypedDict):
    """The first screen of Today."""

    since: Annotated[AwareDatetime, Field(description="What changed is told from here on")]
    answer: TodayAnswer
    counts: TodayCounts
    changes: Annotated[
        list[TodayChange], Field(description="For the worse first, the largest first; at most 6")
    ]
    runs: Annotated[list[TodayRun], Field(description="The newest first, whenever they came; at most 6")]
    events: Annotated[
        list[TodayEvent], Field(description="The gravest first, whenever they began; at most 12")
    ]
