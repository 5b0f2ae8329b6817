"""What was read once before and once after a run."""

from pydantic import Field

from fioboard.schemas.base import Out


class ReadingOut(Out):
    """One figure of one drive or PCIe function, before and after."""

    subject: str = Field(description='"disk:nvd0" or "function:0000:41:00.0"')
    title: str = Field(description="What was read")
    unit: str | None = Field(
        description='"°C", "%", "bytes", "min", "s", "h", "GT/s", "lanes"; null: a count'
    )
    before: float | None = Field(description="In `unit`, before fio started; null: see `reason`")
    after: float | None = Field(description="In `unit`, after fio had ended; null: see `reason`")
    source: str | None = Field(
        description="The program or interface that told it; null: the sender did not say"
    )
    reason: str | None = Field(description="Why a side is unknown; null when both are known")


class MomentsOut(Out):
    """The moments before and after a run."""

    notes: list[str] = Field(description="The agent's remarks, e.g. why there are no samples")
    readings: list[ReadingOut] = Field(description="Empty when neither moment was recorded")
