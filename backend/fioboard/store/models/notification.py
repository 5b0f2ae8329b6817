"""Who is told of changes and events, and what was told."""

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
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.engine.words.notifications import DELIVERY_STATES, DESTINATION_KINDS
from fioboard.store.models.base import Base, Key, Moment


class NotificationRule(Base):
    """Which changes and events a person is told of, when and where."""

    __tablename__ = "notification_rule"
    __table_args__ = (
        CheckConstraint(f"kind in ({', '.join(repr(one) for one in DESTINATION_KINDS)})", name="kind"),
    )

    id: Mapped[Key]
    user_id: Mapped[UUID] = mapped_column(ForeignKey("app_user.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text, comment="webhook, mail or chat")
    secret: Mapped[str] = mapped_column(
        Text, comment="destination, encrypted with a key that is not in the database"
    )
    shown: Mapped[str] = mapped_column(Text, comment="scheme and server of the destination, no secret")
    kinds: Mapped[list[str]] = mapped_column(
        ARRAY(Text),
        server_default=text("'{change}'"),
        comment="of vocabulary/notifications.py: change, and kinds of events",
    )
    filter: Mapped[str | None] = mapped_column(
        Text, comment="runs it is about, in the filter language; null = all"
    )
    host: Mapped[str | None] = mapped_column(Text, comment="name of a host; null = every host")
    metric: Mapped[str | None] = mapped_column(
        Text, comment="name of vocabulary/metrics.py; null = every one"
    )
    is_worse: Mapped[bool | None] = mapped_column(Boolean, comment="null = for the better, too")
    least: Mapped[float] = mapped_column(Double, comment="least distance of a change's ratio from 1, a share")
    suspect: Mapped[str | None] = mapped_column(Text, comment="factor that changed, too; null = any or none")
    digest_hour: Mapped[int | None] = mapped_column(
        Integer, comment="hour of the day, in `zone`, of the daily message; null = at once"
    )
    quiet_from: Mapped[int | None] = mapped_column(
        Integer, comment="hour of the day, in `zone`, that nothing is sent from; null = no quiet hours"
    )
    quiet_to: Mapped[int | None] = mapped_column(Integer, comment="hour of the day, in `zone`, that ends it")
    zone: Mapped[str] = mapped_column(
        Text, server_default="UTC", comment="name of the IANA time zone database"
    )
    is_active: Mapped[bool] = mapped_column(Boolean, server_default=text("true"))
    since: Mapped[Moment] = mapped_column(comment="what was seen before is not told")
    created_at: Mapped[Moment]


class NotificationDelivery(Base):
    """A change or event that a rule tells of: once, whatever becomes of the process that sends it."""

    __tablename__ = "notification_delivery"
    __table_args__ = (
        CheckConstraint(f"state in ({', '.join(repr(one) for one in DELIVERY_STATES)})", name="state"),
        CheckConstraint("num_nonnulls(change_id, event_id) = 1", name="subject"),
        UniqueConstraint("rule_id", "change_id"),
        UniqueConstraint("rule_id", "event_id"),
        Index("ix_notification_delivery_waiting", "next_at", postgresql_where=text("state = 'waiting'")),
    )

    id: Mapped[Key] = mapped_column(server_default=text("gen_random_uuid()"))
    rule_id: Mapped[UUID] = mapped_column(ForeignKey("notification_rule.id", ondelete="CASCADE"))
    change_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("change.id", ondelete="CASCADE"), index=True, comment="null = an event"
    )
    event_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("event.id", ondelete="CASCADE"), index=True, comment="null = a change"
    )
    message_id: Mapped[UUID | None] = mapped_column(
        index=True, comment="idempotency key of the message it is part of, kept over retries"
    )
    state: Mapped[str] = mapped_column(Text, server_default="waiting")
    attempt: Mapped[int] = mapped_column(Integer, server_default=text("0"), comment="attempts that failed")
    next_at: Mapped[Moment] = mapped_column(comment="not sent before")
    last_error: Mapped[str | None] = mapped_column(Text, comment="of the last attempt; names no secret")
    delivered_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
