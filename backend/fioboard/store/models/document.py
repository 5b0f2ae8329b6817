"""The original bytes, as they came, for ever."""

from sqlalchemy import CheckConstraint, Text
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Big, Bytes, Key, Moment


class Document(Base):
    """Original bytes, zstd-compressed, once per content, here or in the object store. Every other row is derived
    and can be rebuilt from these."""

    __tablename__ = "document"
    __table_args__ = (
        CheckConstraint(
            "case stored_in when 'postgres' then body_zstd is not null when 's3' then body_zstd is null else false end",
            name="stored_in",
        ),
    )

    id: Mapped[Key]
    sha256: Mapped[Bytes] = mapped_column(unique=True, comment="of the original bytes")
    size_bytes: Mapped[Big] = mapped_column(comment="of the original bytes")
    media_kind: Mapped[str] = mapped_column(
        Text, comment="what the reader took it for, e.g. fio_json; unknown"
    )
    body_zstd: Mapped[Bytes | None] = mapped_column(comment="null: the bytes are in the object store")
    created_at: Mapped[Moment]
    stored_in: Mapped[str] = mapped_column(
        Text,
        server_default="postgres",
        comment="where the bytes are: postgres, in body_zstd; s3, in the object store by sha256",
    )
