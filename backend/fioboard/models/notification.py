"""Who is told of changes, and what was told."""

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

from fioboard.models.base import Base, Key, Moment
from fioboard.vocabulary.notifications import DELIVERY_STATES, DESTINATION_KINDS


class NotificationRule(Base):
    """Which changes a person is told of, when and where."""

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
    host: Mapped[str | None] = mapped_column(Text, comment="name of a host; null = every host")
    metric: Mapped[str | None] = mapped_column(
        Text, comment="name of vocabulary/metrics.py; null = every one"
    )
    is_worse: Mapped[bool | None] = mapped_column(Boolean, comment="null = for the better, too")
    least: Mapped[float] = mapped_column(Double, comment="least distance of a change's ratio from 1, a share")
    suspect: Mapped[str | None] = mapped_column(Text, comment="factor that changed, too; null = any or none")
    digest_hour: Mapped[int | None] = mapped_column(
        Integer, comment="hour of the day, UTC, of the daily message; null = at once"
    )
    quiet_from: Mapped[int | None] = mapped_column(
        Integer, comment="hour of the day, UTC, that nothing is sent from; null = no quiet hours"
    )
    quiet_to: Mapped[int | None] = mapped_column(Integer, comment="hour of the day, UTC, that ends it")
    is_active: Mapped[bool] = mapped_column(Boolean, server_default=text("true"))
    since: Mapped[Moment] = mapped_column(comment="changes seen before are not told")
    created_at: Mapped[Moment]


class NotificationDelivery(Base):
    """A change that a rule tells of: once, whatever becomes of the process that sends it."""

    __tablename__ = "notification_delivery"
    __table_args__ = (
        CheckConstraint(f"state in ({', '.join(repr(one) for one in DELIVERY_STATES)})", name="state"),
        UniqueConstraint("rule_id", "change_id"),
        Index("ix_notification_delivery_waiting", "next_at", postgresql_where=text("state = 'waiting'")),
    )

    id: Mapped[Key] = mapped_column(server_default=text("gen_random_uuid()"))
    rule_id: Mapped[UUID] = mapped_column(ForeignKey("notification_rule.id", ondelete="CASCADE"))
    change_id: Mapped[UUID] = mapped_column(ForeignKey("change.id", ondelete="CASCADE"), index=True)
    message_id: Mapped[UUID | None] = mapped_column(
        index=True, comment="idempotency key of the message it is part of, kept over retries"
    )
    state: Mapped[str] = mapped_column(Text, server_default="waiting")
    attempt: Mapped[int] = mapped_column(Integer, server_default=text("0"), comment="attempts that failed")
    next_at: Mapped[Moment] = mapped_column(comment="not sent before")
    last_error: Mapped[str | None] = mapped_column(Text, comment="of the last attempt; names no secret")
    delivered_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
