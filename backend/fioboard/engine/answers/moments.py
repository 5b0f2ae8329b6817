"""What was read once before and once after a run."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer


@answer
class ReadingOut(TypedDict):
    """One figure of one drive, PCIe function, the host or a control group, before and after."""

    subject: Annotated[
        str,
        Field(description='"disk:nvd0", "function:0000:41:00.0", "host" or "cgroup:level 0" (fio\'s own)'),
    ]
    title: Annotated[str, Field(description="What was read")]
    unit: Annotated[
        str | None,
        Field(description='"°C", "%", "bytes", "min", "s", "µs", "h", "GT/s", "lanes"; null: a count'),
    ]
    before: Annotated[float | None, Field(description="In `unit`, before fio started; null: see `reason`")]
    after: Annotated[float | None, Field(description="In `unit`, after fio had ended; null: see `reason`")]
    source: Annotated[
        str | None, Field(description="The program or interface that told it; null: the sender did not say")
    ]
    reason: Annotated[str | None, Field(description="Why a side is unknown; null when both are known")]


PreflightStatus = Literal["ok", "warning", "unknown"]


@answer
class PreflightCheckOut(TypedDict):
    """One thing that the agent looked at just before it started fio."""

    id: Annotated[
        str,
        Field(
            description="governor, other_load, other_io, swap, resync, degraded_array, hot_drive, degraded_link, "
            "power_state, free_space, compression; newer agents may say others"
        ),
    ]
    status: Annotated[PreflightStatus, Field(description="`unknown`: it could not be checked")]
    text: Annotated[str, Field(description="The agent's sentence, or what was to be checked")]
    reason: Annotated[str | None, Field(description="Why it could not be checked; null unless `unknown`")]


@answer
class MomentsOut(TypedDict):
    """The moments before and after a run, and what was checked before it."""

    notes: Annotated[list[str], Field(description="The agent's remarks, e.g. why there are no samples")]
    readings: Annotated[list[ReadingOut], Field(description="Empty when neither moment was recorded")]
    preflight: Annotated[
        list[PreflightCheckOut] | None,
        Field(description="Checks just before fio started, of those that apply; null: nothing was checked"),
    ]
