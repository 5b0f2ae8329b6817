"""Shares: frozen copies that a link shows to strangers, who opened them, and what they replied."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Text,
    false,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Bytes, Json, Key, Moment


class Share(Base):
    """One link. Only the SHA-256 of its token is stored; what it shows stands in `share_document`."""

    __tablename__ = "share"
    __table_args__ = (CheckConstraint("kind in ('run', 'compare', 'series', 'batch')", name="kind"),)

    id: Mapped[Key]
    token_sha256: Mapped[Bytes] = mapped_column(unique=True)
    kind: Mapped[str] = mapped_column(Text)
    spec: Mapped[Json] = mapped_column(comment="what was asked for: run_id, or a page's address")
    title: Mapped[str] = mapped_column(Text, comment="of the frozen document")
    label: Mapped[str | None] = mapped_column(Text, comment="for whom; the recipient sees it")
    expectation: Mapped[str | None] = mapped_column(
        Text, comment="what its sender expected of the result, in own words; null = not said"
    )
    passphrase_hash: Mapped[str | None] = mapped_column(Text, comment="Argon2id; null = none is asked for")
    hidden: Mapped[list[str]] = mapped_column(ARRAY(Text), comment="fields left out beyond the default")
    revealed: Mapped[list[str]] = mapped_column(ARRAY(Text), comment="exceptions from the redaction")
    created_by: Mapped[UUID | None] = mapped_column(
        ForeignKey("app_user.id"), index=True, comment="ends with that user; null = a token of the terminal"
    )
    created_with: Mapped[UUID | None] = mapped_column(
        ForeignKey("api_token.id"), index=True, comment="ends with that token; null = made in a browser"
    )
    created_by_name: Mapped[str] = mapped_column(Text, comment="as it was then; names change")
    created_at: Mapped[Moment]
    expires_at: Mapped[Moment]
    paused_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    revoked_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), comment="for good")
    view_count: Mapped[int] = mapped_column(
        Integer, server_default=text("0"), comment="times the page's document was opened"
    )
    last_viewed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    takes_replies: Mapped[bool] = mapped_column(
        Boolean, server_default=false(), comment="recipients may each send one run with a one-time code"
    )


class ShareDocument(Base):
    """The frozen copy, byte for byte as it was published. Dropped some time after its link has ended."""

    __tablename__ = "share_document"

    share_id: Mapped[UUID] = mapped_column(ForeignKey("share.id", ondelete="CASCADE"), primary_key=True)
    body_zstd: Mapped[Bytes] = mapped_column(comment="JSON of schemas.shared.SharedDocument")


class ShareRun(Base):
    """A run that a share was made from: deleting the run may end the link."""

    __tablename__ = "share_run"

    share_id: Mapped[UUID] = mapped_column(ForeignKey("share.id", ondelete="CASCADE"), primary_key=True)
    run_id: Mapped[UUID] = mapped_column(
        ForeignKey("run.id", ondelete="CASCADE"), primary_key=True, index=True
    )


class ShareView(Base):
    """One opening or download. Of each share the newest ones are kept."""

    __tablename__ = "share_view"
    __table_args__ = (
        CheckConstraint("what in ('page', 'json', 'csv', 'raw')", name="what"),
        Index("ix_share_view_share_id_id", "share_id", text("id desc")),
    )

    id: Mapped[Key]
    share_id: Mapped[UUID] = mapped_column(ForeignKey("share.id", ondelete="CASCADE"))
    at: Mapped[Moment]
    what: Mapped[str] = mapped_column(Text)
    network: Mapped[str | None] = mapped_column(Text, comment="cut to /24 or /48; null = unknown")
    browser: Mapped[str | None] = mapped_column(Text, comment="family and system; null = unknown")


class ShareReply(Base):
    """A one-time code of a share, and the run that was sent with it. It is no run of the service: no table of results
    refers to it, and only what its sender accepted is on the page.
    """

    __tablename__ = "share_reply"
    __table_args__ = (
        CheckConstraint("state in ('open', 'waiting', 'accepted', 'rejected', 'deleted')", name="state"),
        CheckConstraint("(document_zstd is null) = (state <> 'accepted')", name="shown"),
    )

    id: Mapped[Key]
    share_id: Mapped[UUID] = mapped_column(ForeignKey("share.id", ondelete="CASCADE"), index=True)
    code_sha256: Mapped[Bytes] = mapped_column(unique=True)
    state: Mapped[str] = mapped_column(
        Text, comment="open: a code that waits for its reply; deleted: was one"
    )
    made_at: Mapped[Moment]
    expires_at: Mapped[Moment] = mapped_column(comment="of the code")
    received_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    upload_key: Mapped[UUID | None]
    digest: Mapped[bytes | None] = mapped_column(LargeBinary, comment="of its files, as of an upload")
    content_type: Mapped[str | None] = mapped_column(Text, comment="with the boundary that body is read by")
    body: Mapped[bytes | None] = mapped_column(
        LargeBinary, comment="as it was received; null = open, or deleted"
    )
    host_name: Mapped[str | None] = mapped_column(Text, comment="as its sender calls it; never on the page")
    network: Mapped[str | None] = mapped_column(Text, comment="cut to /24 or /48; null = unknown")
    document_zstd: Mapped[bytes | None] = mapped_column(
        LargeBinary, comment="what the page shows; null = not accepted"
    )
    decided_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    decided_by_name: Mapped[str | None] = mapped_column(Text)
