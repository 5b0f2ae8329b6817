"""Reference sets: the keys that are trusted, the files that were taken, the product's own and those that people pasted,
and what they say.
"""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, Index, Integer, PrimaryKeyConstraint, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Bytes, Json, Key, Moment


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
    """One file that was taken, one that came with the product, or a table that a person pasted. Of a key, and of the
    product, the newest counts.
    """

    __tablename__ = "reference_set"
    __table_args__ = (
        CheckConstraint("(origin = 'signed') = (key_id is not null)", name="origin"),
        CheckConstraint("origin in ('signed', 'product', 'pasted')", name="origin_known"),
    )

    id: Mapped[Key]
    origin: Mapped[str] = mapped_column(Text, server_default="signed", comment="signed, product or pasted")
    key_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("reference_set_key.id", ondelete="CASCADE"),
        index=True,
        comment="null: of the product, or pasted",
    )
    content_sha256: Mapped[Bytes] = mapped_column(unique=True, comment="of the whole file")
    made: Mapped[str] = mapped_column(Text, comment="quarter, as its maker states it: 2026-Q4")
    maker_name: Mapped[str | None] = mapped_column(Text, comment="as its maker states it; null = not named")
    maker_contact: Mapped[str | None] = mapped_column(Text)
    cell_count: Mapped[int] = mapped_column(Integer, comment="cells of the file")
    stated_count: Mapped[int] = mapped_column(
        Integer, server_default="0", comment="figures that sources state, of the file"
    )
    imported_at: Mapped[Moment]
    imported_by: Mapped[str] = mapped_column(Text)
    off_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True),
        comment="null = it counts; only of sets without a key, which a key's revoking ends",
    )
    off_by: Mapped[str | None] = mapped_column(Text)


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


class ReferenceSetStated(Base):
    """One figure that a source states, as the file has it."""

    __tablename__ = "reference_set_stated"
    __table_args__ = (PrimaryKeyConstraint("set_id", "position"),)

    set_id: Mapped[UUID] = mapped_column(ForeignKey("reference_set.id", ondelete="CASCADE"))
    position: Mapped[int] = mapped_column(Integer, comment="order in the file, from 0")
    subject_sha256: Mapped[Bytes] = mapped_column(
        index=True, comment="of what it is stated of: a drive model, a volume or a class of devices"
    )
    stated: Mapped[Json] = mapped_column(comment="as in the file; docs/reference-sets.md")
