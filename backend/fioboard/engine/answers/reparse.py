"""A reparse as the API starts and shows it."""

from pydantic import AwareDatetime, Field

from fioboard.engine.answers.base import In, Out


class ReparseCreate(In):
    """What to read again."""

    dry_run: bool = Field(default=False, description="Say what would change, change nothing")
    everything: bool = Field(
        default=False, description="Also what this version of the readers has read already"
    )


class RefusalOut(Out):
    """An upload that was left as it was."""

    upload_id: str
    detail: str


class ReparseOut(Out):
    """How far a reparse has come and what it changed, or would change."""

    id: str
    state: str = Field(description="waiting, running or finished")
    dry_run: bool
    everything: bool
    reader_version: int | None = Field(description="Version of the readers that reads; null while waiting")
    requested_at: AwareDatetime
    finished_at: AwareDatetime | None
    uploads_total: int | None = Field(
        description="Number of uploads to read, counted when work began; null while waiting"
    )
    uploads_done: int = Field(description="Number of uploads read again so far")
    uploads_changed: int = Field(description="Number of those done that are read differently now")
    uploads_refused: int = Field(description="Number of those done that were left as they were")
    facts: dict[str, int] = Field(description="What changed or would change: fact to number of places")
    refusals: list[RefusalOut] = Field(description="The first 100 of those left as they were")
