"""Who may come in: API tokens, browser sessions, one-time login links, enrolment codes."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ARRAY, Boolean, CheckConstraint, DateTime, ForeignKey, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Bytes, Key, Moment


class ApiToken(Base):
    """A machine credential. Only its SHA-256 is stored; the secret is shown once."""

    __tablename__ = "api_token"
    __table_args__ = (
        CheckConstraint("scope in ('upload', 'yabs', 'feed', 'read', 'write', 'admin')", name="scope"),
    )

    id: Mapped[Key]
    name: Mapped[str] = mapped_column(Text)
    scope: Mapped[str] = mapped_column(Text)
    token_sha256: Mapped[Bytes] = mapped_column(unique=True)
    prefix: Mapped[str] = mapped_column(Text, comment="first characters, to recognise it by")
    host_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("host.id"), index=True, comment="the one host an upload token may send for; null = any"
    )
    agent_host_id: Mapped[str | None] = mapped_column(
        Text, comment="the agent that got it at its enrolment; null = made by a person"
    )
    enrolment_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("one_time_code.id", ondelete="SET NULL"),
        index=True,
        comment="the enrolment that it was given at; null = another way",
    )
    created_by: Mapped[UUID | None] = mapped_column(
        ForeignKey("app_user.id"), index=True, comment="ends with that user; null = made on the command line"
    )
    created_at: Mapped[Moment]
    expires_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    last_used_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    revoked_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class Session(Base):
    """A signed-in browser. Only the SHA-256 of the cookie's reference is stored."""

    __tablename__ = "session"

    id: Mapped[Key]
    reference_sha256: Mapped[Bytes] = mapped_column(unique=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("app_user.id"), index=True)
    browser: Mapped[str | None] = mapped_column(Text, comment="User-Agent, cut to 200 characters")
    created_at: Mapped[Moment]
    authenticated_at: Mapped[Moment] = mapped_column(
        comment="when a password or link was last shown, here or to the identity provider"
    )
    last_seen_at: Mapped[Moment]
    expires_at: Mapped[Moment] = mapped_column(comment="absolute end, 14 days")
    ended_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class OneTimeCode(Base):
    """A short-lived code, good for one exchange: a login link for a session, an enrolment for an upload token, the
    secret of a browser that went to the identity provider for its return."""

    __tablename__ = "one_time_code"
    __table_args__ = (CheckConstraint("purpose in ('login', 'enrolment', 'single_sign_on')", name="purpose"),)

    id: Mapped[Key]
    purpose: Mapped[str] = mapped_column(Text)
    code_sha256: Mapped[Bytes] = mapped_column(unique=True)
    user_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("app_user.id"),
        comment="whom a login link signs in, or single sign-on is to be connected to; null otherwise",
    )
    host_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("host.id", ondelete="CASCADE"),
        index=True,
        comment="the one host that an enrolment is for; null = the maker named none",
    )
    may_join: Mapped[bool] = mapped_column(
        Boolean,
        server_default=text("true"),
        comment="an enrolment may continue a host that its machine is recognised as",
    )
    created_at: Mapped[Moment]
    expires_at: Mapped[Moment]
    used_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    hosts: Mapped[int] = mapped_column(
        server_default=text("1"), comment="so many agents may use the code of an enrolment"
    )
    hosts_enrolled: Mapped[int] = mapped_column(server_default=text("0"), comment="so many did")
    host_pattern: Mapped[str | None] = mapped_column(
        Text, comment="only hosts whose name matches, with * and ?; null = any"
    )
    labels: Mapped[list[str]] = mapped_column(
        ARRAY(Text),
        server_default=text("'{}'"),
        comment="key=value, of the hosts that use the code, for their agents to keep",
    )
