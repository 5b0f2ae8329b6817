"""What people say of a batch. What it is stands with each of its runs."""

from datetime import datetime

from sqlalchemy import DateTime, Text
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Key


class Batch(Base):
    """A batch that somebody gave a title or a note; others have no row."""

    __tablename__ = "batch"

    id: Mapped[Key]
    title: Mapped[str | None] = mapped_column(Text, comment="shown in place of its name; null = its name is")
    note: Mapped[str | None] = mapped_column(Text)
    changed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    changed_by: Mapped[str | None] = mapped_column(Text, comment="name of who changed it last")
