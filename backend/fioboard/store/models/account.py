"""People: users, invitations, and what was tried and done in their name."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, Index, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Bytes, Json, Key, Moment

ROLES = "role in ('viewer', 'editor', 'admin')"


class AppUser(Base):
    """One person. Without a password they come in by a one-time link or by single sign-on only."""

    __tablename__ = "app_user"
    __table_args__ = (
        CheckConstraint(ROLES, name="role"),
        Index("uq_app_user_name", text("lower(name)"), unique=True),
        Index("uq_app_user_oidc", "oidc_issuer", "oidc_subject", unique=True),
    )

    id: Mapped[Key]
    name: Mapped[str] = mapped_column(Text, comment="what they sign in with; unique without regard to case")
    role: Mapped[str] = mapped_column(Text)
    password_hash: Mapped[str | None] = mapped_column(Text, comment="Argon2id; null = no password")
    oidc_issuer: Mapped[str | None] = mapped_column(Text, comment="single sign-on: who vouches for them")
    oidc_subject: Mapped[str | None] = mapped_column(Text, comment="single sign-on: their id there")
    created_at: Mapped[Moment]
    last_login_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    deactivated_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="null = active; their sessions and tokens end with them"
    )


class Invitation(Base):
    """A link with which one person makes their own account. Only the SHA-256 of its code is stored."""

    __tablename__ = "invitation"
    __table_args__ = (CheckConstraint(ROLES, name="role"),)

    id: Mapped[Key]
    code_sha256: Mapped[Bytes] = mapped_column(unique=True)
    role: Mapped[str] = mapped_column(Text)
    label: Mapped[str] = mapped_column(Text, comment="for whom it was made")
    created_by: Mapped[UUID] = mapped_column(ForeignKey("app_user.id"))
    created_at: Mapped[Moment]
    expires_at: Mapped[Moment]
    used_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    used_by: Mapped[UUID | None] = mapped_column(ForeignKey("app_user.id"))
    revoked_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class FailedLogin(Base):
    """One wrong password, kept for a few minutes: more than ten of one account from one network must wait (S3)."""

    __tablename__ = "failed_login"
    __table_args__ = (Index("ix_failed_login_whose_sha256_at", "whose_sha256", "at"),)

    id: Mapped[Key]
    whose_sha256: Mapped[Bytes] = mapped_column(comment="of the account's name and the caller's network")
    at: Mapped[Moment]


class AuditEvent(Base):
    """Something that was changed, or that left the service: who, when, what. Never edited."""

    __tablename__ = "audit_event"
    __table_args__ = (Index("ix_audit_event_subject_id_id", "subject_id", text("id desc")),)

    id: Mapped[Key]
    at: Mapped[Moment]
    actor_kind: Mapped[str] = mapped_column(Text, comment="user, token, command_line or nobody")
    actor_id: Mapped[UUID | None]
    actor_name: Mapped[str] = mapped_column(Text, comment="as it was then; names change")
    action: Mapped[str] = mapped_column(Text, comment="noun.verb, e.g. token.create")
    subject_id: Mapped[UUID | None] = mapped_column(comment="what it was done to, e.g. the run's id")
    detail: Mapped[Json] = mapped_column(comment="what changed; never a secret")
