"""What people note at a moment of a host or of all: drawn in charts over days."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, Index, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Key, Moment


class TimeNote(Base):
    """A person's words about a moment or a span. No run, result or cause follows from them."""

    __tablename__ = "time_note"
    __table_args__ = (
        CheckConstraint("until > at", name="until"),
        Index("ix_time_note_at_id", text("at desc"), text("id desc")),
    )

    id: Mapped[Key]
    host_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("host.id", ondelete="CASCADE"), index=True, comment="null = of all hosts"
    )
    at: Mapped[Moment] = mapped_column(comment="when it was so, or began")
    until: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="end of the span; null = a moment"
    )
    text: Mapped[str] = mapped_column(Text, comment="one line")
    created_at: Mapped[Moment]
    created_by: Mapped[str] = mapped_column(Text, comment="name of who wrote it")
    changed_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="when it was changed last; null = never"
    )
    changed_by: Mapped[str | None] = mapped_column(Text, comment="name of who changed it last")
