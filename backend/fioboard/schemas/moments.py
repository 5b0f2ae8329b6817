"""What was read once before and once after a run."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.schemas.base import answer


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


@answer
class MomentsOut(TypedDict):
    """The moments before and after a run."""

    notes: Annotated[list[str], Field(description="The agent's remarks, e.g. why there are no samples")]
    readings: Annotated[list[ReadingOut], Field(description="Empty when neither moment was recorded")]
