"""What is expected of hosts, what their agents said last, and what got worse or is missing."""

from datetime import datetime, time
from uuid import UUID

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, Index, Integer, SmallInteger, Text, Time, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.engine.words.changes import STATES
from fioboard.engine.words.events import EVENT_KINDS
from fioboard.store.models.base import Base, Key, Moment


class Expectation(Base):
    """A run is expected of a host on some weekdays by a time. A person's, or a schedule's of its own runs."""

    __tablename__ = "expectation"
    __table_args__ = (
        CheckConstraint("cardinality(weekdays) > 0 and weekdays <@ '{0,1,2,3,4,5,6}'", name="weekdays"),
        CheckConstraint(
            "(weekdays is null) = (by is null) and (weekdays is null) = (schedule_id is not null)",
            name="rhythm",
        ),
        CheckConstraint("grace_minutes between 0 and 1440", name="grace_minutes"),
    )

    id: Mapped[Key]
    host_id: Mapped[UUID] = mapped_column(ForeignKey("host.id", ondelete="CASCADE"), index=True)
    workload_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("workload.id"), index=True, comment="null = a run of any workload"
    )
    schedule_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("schedule.id", ondelete="CASCADE"),
        unique=True,
        comment="whose requests are expected; null = any run of the host",
    )
    weekdays: Mapped[list[int] | None] = mapped_column(
        ARRAY(SmallInteger), comment="0 = Monday to 6 = Sunday; null = by the schedule's cron expression"
    )
    by: Mapped[time | None] = mapped_column(
        Time, comment="local time in `zone`: the run has started by then; null = by the schedule"
    )
    zone: Mapped[str] = mapped_column(Text, comment="name of the IANA time zone database")
    grace_minutes: Mapped[int] = mapped_column(
        Integer, comment="minutes after it was due that are not yet missing"
    )
    created_at: Mapped[Moment] = mapped_column(comment="deadlines before are of no interest")
    created_by: Mapped[str] = mapped_column(Text)


class AgentReport(Base):
    """What a host's agent said last, of itself."""

    __tablename__ = "agent_report"

    host_id: Mapped[UUID] = mapped_column(ForeignKey("host.id", ondelete="CASCADE"), primary_key=True)
    reported_at: Mapped[Moment] = mapped_column(comment="by the service's clock")
    agent_version: Mapped[str] = mapped_column(Text)
    waiting: Mapped[int] = mapped_column(Integer, comment="uploads in its spool")
    waiting_since: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="when the oldest of them was made; null = none waits"
    )
    refused: Mapped[int] = mapped_column(
        Integer, comment="uploads it keeps that the service refused for good"
    )
    error: Mapped[str | None] = mapped_column(
        Text, comment="of its last failed delivery; null = none is known"
    )
    error_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), comment="by the host's clock")


class Event(Base):
    """Something of a host that got worse or is missing, for as long as it is so.

    What it is about follows the uploads; state, cause, note and assignee are a person's, as of a change.
    """

    __tablename__ = "event"
    __table_args__ = (
        CheckConstraint(f"kind in ({', '.join(repr(one) for one in EVENT_KINDS)})", name="kind"),
        CheckConstraint(f"state in ({', '.join(repr(one) for one in STATES)})", name="state"),
        # It carries what filters ask, so that pages are found, and events counted, without a look at the table.
        Index(
            "ix_event_began_at_id",
            text("began_at desc"),
            text("id desc"),
            postgresql_include=["gone_at", "kind", "state", "host_id"],
        ),
        # Those that are so still are few among those that were.
        Index(
            "ix_event_open_began_at_id",
            text("began_at desc"),
            text("id desc"),
            postgresql_where=text("gone_at is null"),
            postgresql_include=["kind", "state", "host_id"],
        ),
        # What is so is told once.
        Index(
            "ix_event_open",
            "host_id",
            "kind",
            "subject",
            unique=True,
            postgresql_where=text("gone_at is null"),
        ),
    )

    id: Mapped[Key]
    host_id: Mapped[UUID] = mapped_column(ForeignKey("host.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(Text, comment="of vocabulary/events.py")
    subject: Mapped[str] = mapped_column(
        Text, comment="by what it is known again: a drive's unit, an expectation; never shown"
    )
    name: Mapped[str | None] = mapped_column(Text, comment="of a drive or workload; null = the host itself")
    detail: Mapped[str] = mapped_column(Text, comment="what is so, with figures and units")
    began_at: Mapped[Moment] = mapped_column(
        comment="since when it is known to be so; it may be so for longer"
    )
    seen_at: Mapped[Moment] = mapped_column(comment="when it was last seen to be so")
    detected_at: Mapped[Moment] = mapped_column(comment="when the service saw it first")
    gone_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="since when it is so no more; null = it still is"
    )
    state: Mapped[str] = mapped_column(Text, server_default="new")
    cause: Mapped[str | None] = mapped_column(Text, comment="a person's, of an expected event")
    note: Mapped[str | None] = mapped_column(Text)
    assignee_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("app_user.id", ondelete="SET NULL"), index=True
    )
    state_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="when a person changed it last"
    )
    state_by: Mapped[str | None] = mapped_column(Text, comment="name of who changed it last")
