"""References: runs that a person pinned for a host, a workload, both, or everything."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import DateTime, ForeignKey, Index, Integer, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Key, Moment


class Reference(Base):
    """Runs that others are held against. One is in force for each scope; what was before stays, with its end."""

    __tablename__ = "reference"
    __table_args__ = (
        Index(
            "ix_reference_in_force",
            "host_id",
            "workload_id",
            unique=True,
            postgresql_nulls_not_distinct=True,
            postgresql_where=text("ended_at is null"),
        ),
    )

    id: Mapped[Key]
    name: Mapped[str] = mapped_column(Text)
    note: Mapped[str | None] = mapped_column(Text)
    host_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("host.id", ondelete="CASCADE"), comment="whose runs it is for; null = of all hosts"
    )
    workload_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("workload.id"), index=True, comment="null = for all workloads"
    )
    filter: Mapped[str] = mapped_column(
        Text, comment="what was pinned, canonical; its runs are those of that moment"
    )
    run_count: Mapped[int] = mapped_column(Integer, comment="runs when it was pinned")
    pinned_at: Mapped[Moment]
    pinned_by: Mapped[str] = mapped_column(Text)
    ended_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="null = it is in force"
    )
    ended_by: Mapped[str | None] = mapped_column(Text)
    replaced_by_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("reference.id", ondelete="SET NULL"), index=True, comment="null = it was taken back"
    )


class ReferenceRun(Base):
    """A run of a reference."""

    __tablename__ = "reference_run"

    reference_id: Mapped[UUID] = mapped_column(
        ForeignKey("reference.id", ondelete="CASCADE"), primary_key=True
    )
    run_id: Mapped[UUID] = mapped_column(
        ForeignKey("run.id", ondelete="CASCADE"), primary_key=True, index=True
    )
