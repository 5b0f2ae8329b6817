"""What "the same test" means: distinct sets of comparable job options."""

from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Bytes, Json, Key


class Workload(Base):
    """One row per distinct comparable job-option set (rw, bs, iodepth, numjobs, ioengine, direct, …)."""

    __tablename__ = "workload"

    id: Mapped[Key]
    content_sha256: Mapped[Bytes] = mapped_column(unique=True, comment="of the canonical JSON of `options`")
    options: Mapped[Json] = mapped_column(comment="null values = unknown")
