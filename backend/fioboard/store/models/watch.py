"""Watched series, where they changed, and what waits to be watched anew."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    DateTime,
    Double,
    ForeignKey,
    Index,
    Integer,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.engine.words.changes import STATES
from fioboard.store.models.base import Base, Bytes, JsonList, Key, Moment


class WatchDue(Base):
    """A configuration of which runs of a host came, went or were read anew.

    Rows are only added and removed, never changed: who works removes those it saw, so that none that comes meanwhile
    is lost, and no upload waits for the work. Each costs an upload one index and nothing to check.
    """

    __tablename__ = "watch_due"

    host_id: Mapped[UUID] = mapped_column(primary_key=True)
    configuration_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[Key] = mapped_column(server_default=text("gen_random_uuid()"))


class WatchMember(Base):
    """A configuration of which a host has, or had, runs: those with one digest make its series."""

    __tablename__ = "watch_member"
    __table_args__ = (Index("ix_watch_member_host_id_digest", "host_id", "digest"),)

    configuration_id: Mapped[UUID] = mapped_column(
        ForeignKey("configuration.id", ondelete="CASCADE"), primary_key=True
    )
    host_id: Mapped[UUID] = mapped_column(ForeignKey("host.id", ondelete="CASCADE"), primary_key=True)
    digest: Mapped[Bytes] = mapped_column(comment="of the configuration, when it was watched last")


class WatchSeries(Base):
    """Alike runs of one host in time, and one metric of one workload and direction in them. Derived."""

    __tablename__ = "watch_series"
    __table_args__ = (
        UniqueConstraint("digest", "host_id", "workload_id", "direction", "metric"),
        Index("ix_watch_series_host_id_last_at", "host_id", text("last_at desc")),
    )

    id: Mapped[Key]
    digest: Mapped[Bytes] = mapped_column(comment="of the factors that all its runs share; watch/series.py")
    host_id: Mapped[UUID] = mapped_column(ForeignKey("host.id", ondelete="CASCADE"))
    workload_id: Mapped[UUID] = mapped_column(ForeignKey("workload.id"), index=True)
    direction: Mapped[str] = mapped_column(Text)
    metric: Mapped[str] = mapped_column(Text, comment="name of vocabulary/metrics.py")
    run_count: Mapped[int] = mapped_column(Integer, comment="runs watched")
    doubted_count: Mapped[int] = mapped_column(
        Integer, comment="runs left out, since their figures cannot be trusted"
    )
    first_at: Mapped[Moment]
    last_at: Mapped[Moment]
    last_run_id: Mapped[UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"), index=True)
    last_value: Mapped[float] = mapped_column(Double, comment="of its newest run, in the metric's base unit")
    seen: Mapped[str | None] = mapped_column(
        Text, comment="where the next look goes on, as JSON; null = all is looked at"
    )


class Change(Base):
    """A step in a watched series: between which two runs, how large, and what else changed there.

    The figures are derived and follow the runs; state, cause, note and assignee are a person's.
    """

    __tablename__ = "change"
    __table_args__ = (
        CheckConstraint(f"state in ({', '.join(repr(one) for one in STATES)})", name="state"),
        # It carries what filters ask, so that pages are found, and states counted, without a look at the table.
        Index(
            "ix_change_after_at_id",
            text("after_at desc"),
            text("id desc"),
            postgresql_include=["gone_at", "state", "is_worse", "ratio", "series_id"],
        ),
        # Those that are so still, state by state: so many are counted and no more.
        Index(
            "ix_change_state_after_at_id",
            "state",
            text("after_at desc"),
            text("id desc"),
            postgresql_where=text("gone_at is null"),
            postgresql_include=["is_worse", "ratio", "series_id"],
        ),
        Index(
            "ix_change_suspects",
            "suspects",
            postgresql_using="gin",
            postgresql_ops={"suspects": "jsonb_path_ops"},
        ),
        Index("ix_change_detected_at", "detected_at"),
    )

    id: Mapped[Key]
    series_id: Mapped[UUID] = mapped_column(ForeignKey("watch_series.id", ondelete="CASCADE"), index=True)
    before_run_id: Mapped[UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"), index=True)
    after_run_id: Mapped[UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"), index=True)
    before_at: Mapped[Moment] = mapped_column(comment="start of the last run before it")
    after_at: Mapped[Moment] = mapped_column(comment="start of the first run after it")
    before: Mapped[float] = mapped_column(Double, comment="level before, in the metric's base unit")
    after: Mapped[float] = mapped_column(Double, comment="level after, in the metric's base unit")
    ratio: Mapped[float] = mapped_column(Double, comment="after / before, a share")
    ratio_low: Mapped[float | None] = mapped_column(
        Double, comment="95 % interval of ratio, a share; null = too few runs"
    )
    ratio_high: Mapped[float | None] = mapped_column(
        Double, comment="95 % interval of ratio, a share; null = too few runs"
    )
    n_before: Mapped[int] = mapped_column(Integer, comment="runs at the level before")
    n_after: Mapped[int] = mapped_column(Integer, comment="runs at the level after")
    is_worse: Mapped[bool | None] = mapped_column(
        Boolean, comment="null = the metric has no better direction"
    )
    suspects: Mapped[JsonList] = mapped_column(comment="what changed between the two runs, ranked")
    unknown: Mapped[JsonList] = mapped_column(comment="factors unknown on a side")
    detected_at: Mapped[Moment] = mapped_column(comment="when the service saw it first")
    gone_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="since when the runs show it no more; null = they do"
    )
    state: Mapped[str] = mapped_column(Text, server_default="new")
    cause: Mapped[str | None] = mapped_column(Text, comment="a person's, of an expected change")
    note: Mapped[str | None] = mapped_column(Text)
    assignee_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("app_user.id", ondelete="SET NULL"), index=True
    )
    state_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="when a person changed it last"
    )
    state_by: Mapped[str | None] = mapped_column(Text, comment="name of who changed it last")
