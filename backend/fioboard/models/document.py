"""The original bytes, as they came, for ever."""

from sqlalchemy import Text
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.models.base import Base, Big, Bytes, Key, Moment


class Document(Base):
    """Original bytes, zstd-compressed, once per content. Every other row is derived and can be rebuilt from these."""

    __tablename__ = "document"

    id: Mapped[Key]
    sha256: Mapped[Bytes] = mapped_column(unique=True, comment="of the original bytes")
    size_bytes: Mapped[Big] = mapped_column(comment="of the original bytes")
    media_kind: Mapped[str] = mapped_column(
        Text, comment="what the reader took it for, e.g. fio_json; unknown"
    )
    body_zstd: Mapped[Bytes]
    created_at: Mapped[Moment]
