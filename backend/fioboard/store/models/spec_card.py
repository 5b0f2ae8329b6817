"""Datasheet cards that people add, beside those of the release."""

from sqlalchemy import CheckConstraint, Integer, PrimaryKeyConstraint, Text
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Json, Moment


class SpecCard(Base):
    """One version of a card. Never edited: a newer version of the same id supersedes it."""

    __tablename__ = "spec_card"
    __table_args__ = (
        PrimaryKeyConstraint("id", "version"),
        CheckConstraint("origin in ('person')", name="origin"),
    )

    id: Mapped[str] = mapped_column(Text, comment="the card's own id, e.g. intel-dc-p3700-2-tb")
    version: Mapped[int] = mapped_column(Integer, comment="from 1, one more for each that supersedes it")
    document: Mapped[Json] = mapped_column(comment="the card as it was checked; specs/card.py")
    origin: Mapped[str] = mapped_column(Text, comment="who brought it: person")
    made_by: Mapped[str] = mapped_column(Text, comment="name of the person or the token")
    made_at: Mapped[Moment]
    superseded_by: Mapped[int | None] = mapped_column(Integer, comment="newer version; null = in force")
