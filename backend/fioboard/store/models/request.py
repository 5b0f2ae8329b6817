"""Requests to measure, their groups and schedules, the hosts that take them, and what a running one shows live."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    Text,
    UniqueConstraint,
    Uuid,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Json, Key, Moment

_OPEN = text("state in ('queued', 'offered', 'running')")


class Request(Base):
    """One measurement that somebody asked of a host. Its id is the batch id or the upload key of what arrives."""

    __tablename__ = "request"
    __table_args__ = (
        CheckConstraint("kind in ('suite', 'job', 'repeat')", name="kind"),
        CheckConstraint(
            "state in ('queued', 'offered', 'running', 'done', 'failed', 'refused', 'cancelled', 'expired')",
            name="state",
        ),
        CheckConstraint("(kind = 'repeat') = (run_id is not null)", name="run_id"),
        CheckConstraint("(kind = 'repeat') = (name is null)", name="name"),
        Index("ix_request_host_id_id", "host_id", text("id desc")),
        Index("ix_request_host_id_open", "host_id", postgresql_where=_OPEN),
        Index("ix_request_group_id", "group_id", postgresql_where=text("group_id is not null")),
    )

    id: Mapped[Key]
    host_id: Mapped[UUID] = mapped_column(ForeignKey("host.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(Text)
    name: Mapped[str | None] = mapped_column(Text, comment="of the host's suite or job file; null = a repeat")
    run_id: Mapped[UUID | None] = mapped_column(Uuid, comment="the run to repeat; it may be deleted since")
    target: Mapped[str] = mapped_column(Text, comment="folder or device, as the host lists it")
    parameters: Mapped[Json] = mapped_column(comment="of the closed list in schemas/request.py")
    priority: Mapped[int] = mapped_column(SmallInteger, comment="higher ones start first")
    state: Mapped[str] = mapped_column(Text)
    reason: Mapped[str | None] = mapped_column(Text, comment="why it ended so; null = nothing to explain")
    schedule_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("schedule.id", ondelete="SET NULL"),
        index=True,
        comment="the schedule that made it; null = a person did, or the schedule is gone",
    )
    created_at: Mapped[Moment]
    created_by: Mapped[str] = mapped_column(Text)
    expires_at: Mapped[Moment] = mapped_column(comment="not started by then, it never is")
    offered_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="when it was last offered to the host; null = never"
    )
    lease_until: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="from then on it may be offered again"
    )
    started_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    seen_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="when the agent last said that it runs"
    )
    progress: Mapped[Json | None] = mapped_column(
        comment="step, steps, workload and times; null = not running"
    )
    cancel_asked_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="when its end was asked for; null = it was not"
    )
    ended_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    reported_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="when the agent said how it ended; null = it did not"
    )
    group_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("request_group.id", ondelete="CASCADE"),
        comment="the hosts that start together; null = it starts alone",
    )


class RequestGroup(Base):
    """Requests of several hosts that start fio at one moment."""

    __tablename__ = "request_group"

    id: Mapped[Key]
    created_at: Mapped[Moment]
    begun_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="when its first host was offered its request; null = none was"
    )
    start_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True),
        comment="when all hosts first start fio, by the service's clock; null = not all of them are ready",
    )


class RequestStart(Base):
    """A step of a request that its host starts at one moment with the others of its group; of a job the only one."""

    __tablename__ = "request_start"

    request_id: Mapped[UUID] = mapped_column(ForeignKey("request.id", ondelete="CASCADE"), primary_key=True)
    step: Mapped[int] = mapped_column(Integer, primary_key=True, comment="of the suite, from 1")
    ready_at: Mapped[Moment] = mapped_column(comment="when its host waited for the common start")
    start_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True),
        comment="the common start by the service's clock; null = not all hosts are ready",
    )
    fio_started_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="when fio was started, by the service's clock; null = unknown"
    )
    clock_ahead_us: Mapped[int | None] = mapped_column(
        BigInteger,
        comment="the host's clock less the service's, µs, measured over the poll; null = unknown",
    )
    clock_uncertainty_us: Mapped[int | None] = mapped_column(
        BigInteger, comment="most that fio_started_at and clock_ahead_us can be off, µs; null = unknown"
    )


class Schedule(Base):
    """A request that is made again and again, at the times of a cron expression."""

    __tablename__ = "schedule"
    __table_args__ = (
        CheckConstraint("kind in ('suite', 'job', 'repeat')", name="kind"),
        CheckConstraint("(kind = 'repeat') = (run_id is not null)", name="run_id"),
        CheckConstraint("(kind = 'repeat') = (name is null)", name="name"),
        CheckConstraint("jitter_s >= 0", name="jitter_s"),
        Index("ix_schedule_next_at", "next_at", postgresql_where=text("paused_at is null")),
    )

    id: Mapped[Key]
    host_id: Mapped[UUID] = mapped_column(ForeignKey("host.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(Text)
    name: Mapped[str | None] = mapped_column(Text, comment="as in request")
    run_id: Mapped[UUID | None] = mapped_column(Uuid, comment="as in request")
    target: Mapped[str] = mapped_column(Text)
    parameters: Mapped[Json] = mapped_column(comment="as in request")
    priority: Mapped[int] = mapped_column(SmallInteger, comment="as in request")
    cron: Mapped[str] = mapped_column(Text, comment="five fields, as in Debian's cron")
    zone: Mapped[str] = mapped_column(Text, comment="name of the IANA time zone database")
    jitter_s: Mapped[int] = mapped_column(Integer, comment="each start is up to so many seconds later")
    only_when_idle: Mapped[bool] = mapped_column(
        Boolean, comment="skipped while the host has another request to run"
    )
    is_expected: Mapped[bool] = mapped_column(
        Boolean,
        server_default=text("false"),
        comment="while it is not paused, its expectation alerts to missing runs",
    )
    next_at: Mapped[Moment] = mapped_column(comment="when it is due next, with its jitter")
    paused_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="since when it is paused; null = it is not"
    )
    created_at: Mapped[Moment]
    created_by: Mapped[str] = mapped_column(Text)


class ScheduleHost(Base):
    """A host that starts together with the host of a schedule."""

    __tablename__ = "schedule_host"
    __table_args__ = (UniqueConstraint("schedule_id", "host_id"),)

    id: Mapped[Key]
    schedule_id: Mapped[UUID] = mapped_column(ForeignKey("schedule.id", ondelete="CASCADE"))
    host_id: Mapped[UUID] = mapped_column(ForeignKey("host.id", ondelete="CASCADE"), index=True)
    target: Mapped[str] = mapped_column(Text, comment="of this host, as it lists it")


class ServingHost(Base):
    """A host whose agent polls for requests, and what its owner allows."""

    __tablename__ = "serving_host"

    host_id: Mapped[UUID] = mapped_column(ForeignKey("host.id", ondelete="CASCADE"), primary_key=True)
    seen_at: Mapped[Moment] = mapped_column(comment="when its agent last polled")
    agent_version: Mapped[str] = mapped_column(Text)
    offers: Mapped[Json] = mapped_column(comment="of its /etc/fioboard/serve.toml, as the agent sent it")


class LiveSample(Base):
    """A second of a running request. Gone with its end, or with a crash of PostgreSQL: the run has the real series."""

    __tablename__ = "live_sample"
    __table_args__ = ({"prefixes": ["UNLOGGED"]},)

    request_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    at: Mapped[datetime] = mapped_column(
        DateTime(timezone=True), primary_key=True, comment="by the host's clock"
    )
    sample: Mapped[Json] = mapped_column(comment="rates, latencies, temperature and CPU")
