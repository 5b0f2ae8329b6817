"""What arrived in one request: the guard of exactly-once, and the files it brought."""

from uuid import UUID

from sqlalchemy import ForeignKey, SmallInteger, Text, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Bytes, Json, Key, Moment


class Upload(Base):
    """One accepted upload or import. The unique key is what makes a repeat harmless."""

    __tablename__ = "upload"

    id: Mapped[Key]
    upload_key: Mapped[UUID] = mapped_column(
        Uuid, unique=True, comment="the agent's key; for imports derived from host and SHA-256 of the body"
    )
    digest: Mapped[Bytes] = mapped_column(comment="SHA-256 over the digests of all files, docs/upload.md")
    host_id: Mapped[UUID] = mapped_column(ForeignKey("host.id"), index=True)
    token_id: Mapped[UUID | None] = mapped_column(ForeignKey("api_token.id"), index=True)
    manifest: Mapped[Json] = mapped_column(
        comment="as sent, unknown fields included; for imports {import: what the address said}"
    )
    collected: Mapped[Json | None] = mapped_column(
        comment="what of the inventory is of one moment only (collected_at, collector): no part of its content"
    )
    received_at: Mapped[Moment]


class UploadFile(Base):
    """One file of an upload and the document that holds its bytes."""

    __tablename__ = "upload_file"

    upload_id: Mapped[UUID] = mapped_column(ForeignKey("upload.id", ondelete="CASCADE"), primary_key=True)
    position: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    name: Mapped[str] = mapped_column(Text, comment="as the sender named it; data, never a path")
    kind: Mapped[str] = mapped_column(Text)
    document_id: Mapped[UUID] = mapped_column(ForeignKey("document.id"), index=True)


class UploadDue(Base):
    """An upload that is to be read again, since what its runs are held against has changed."""

    __tablename__ = "upload_due"

    upload_id: Mapped[UUID] = mapped_column(ForeignKey("upload.id", ondelete="CASCADE"), primary_key=True)
    due_since: Mapped[Moment]


class RefusedUpload(Base):
    """An upload that was refused for good: kept so that a host's page can say so."""

    __tablename__ = "refused_upload"

    id: Mapped[Key]
    host_id: Mapped[UUID | None] = mapped_column(ForeignKey("host.id"), index=True)
    error: Mapped[str] = mapped_column(Text)
    detail: Mapped[str] = mapped_column(Text)
    upload_key: Mapped[UUID | None] = mapped_column(Uuid)
    refused_at: Mapped[Moment]
