"""Reference sets of other labs: the keys that are trusted, the files that were taken, and what they say."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import DateTime, ForeignKey, Index, Integer, PrimaryKeyConstraint, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.models.base import Base, Bytes, Json, Key, Moment


class ReferenceSetKey(Base):
    """A key whose sets count, since a person trusted it once."""

    __tablename__ = "reference_set_key"

    id: Mapped[Key]
    public_key: Mapped[Bytes] = mapped_column(unique=True)
    trusted_at: Mapped[Moment]
    trusted_by: Mapped[str] = mapped_column(Text)
    revoked_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="null = its sets count; else none of them, and no new one is taken"
    )
    revoked_by: Mapped[str | None] = mapped_column(Text)


class ReferenceSet(Base):
    """One file that was taken. The newest of a key counts."""

    __tablename__ = "reference_set"

    id: Mapped[Key]
    key_id: Mapped[UUID] = mapped_column(ForeignKey("reference_set_key.id", ondelete="CASCADE"), index=True)
    content_sha256: Mapped[Bytes] = mapped_column(unique=True, comment="of the whole file")
    made: Mapped[str] = mapped_column(Text, comment="quarter, as its maker states it: 2026-Q4")
    maker_name: Mapped[str | None] = mapped_column(Text, comment="as its maker states it; null = not named")
    maker_contact: Mapped[str | None] = mapped_column(Text)
    cell_count: Mapped[int] = mapped_column(Integer, comment="cells of the file")
    imported_at: Mapped[Moment]
    imported_by: Mapped[str] = mapped_column(Text)


class ReferenceSetCell(Base):
    """One cell of a set, as the file has it."""

    __tablename__ = "reference_set_cell"
    __table_args__ = (
        PrimaryKeyConstraint("set_id", "position"),
        Index("ix_reference_set_cell_model", text("lower(cell ->> 'model')")),
    )

    set_id: Mapped[UUID] = mapped_column(ForeignKey("reference_set.id", ondelete="CASCADE"))
    position: Mapped[int] = mapped_column(Integer, comment="order in the file, from 0")
    likeness_sha256: Mapped[Bytes] = mapped_column(
        index=True, comment="of what a figure must share with the cell: drives, state, test"
    )
    cell: Mapped[Json] = mapped_column(comment="as in the file; docs/reference-sets.md")
