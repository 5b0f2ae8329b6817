"""A reading-again of what is stored: who works on it may die at any moment, the row says where to go on."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import DateTime, Index, Integer, Uuid, text
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Json, JsonList, Key, Moment


class Reparse(Base):
    """One pass over the stored uploads. At most one is unfinished at any time."""

    __tablename__ = "reparse"
    __table_args__ = (
        Index(
            "uq_reparse_unfinished", text("(true)"), unique=True, postgresql_where=text("finished_at is null")
        ),
    )

    id: Mapped[Key]
    is_dry_run: Mapped[bool] = mapped_column(comment="say what would change, change nothing")
    is_of_everything: Mapped[bool] = mapped_column(comment="also what this version of the readers has read")
    reader_version: Mapped[int | None] = mapped_column(
        Integer, comment="that reads; null before the first upload"
    )
    facts_version: Mapped[int | None] = mapped_column(
        Integer, comment="of the rules for path and factors; null before the first upload"
    )
    requested_at: Mapped[Moment]
    finished_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    last_upload_id: Mapped[UUID | None] = mapped_column(
        Uuid, comment="the last one that is done; they come in order"
    )
    uploads_total: Mapped[int | None] = mapped_column(Integer, comment="counted when work began; null before")
    uploads_done: Mapped[int] = mapped_column(Integer, comment="uploads read again so far")
    uploads_changed: Mapped[int] = mapped_column(Integer, comment="of those done: read differently")
    uploads_refused: Mapped[int] = mapped_column(Integer, comment="of those done: left as they were")
    facts: Mapped[Json] = mapped_column(comment="what changed or would change: fact to number of places")
    refusals: Mapped[JsonList] = mapped_column(comment="the first of them: [{upload_id, detail}]")
