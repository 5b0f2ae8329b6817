"""Distinct sets of factor values: what lists are filtered, counted and grouped by."""

from sqlalchemy import Integer, LargeBinary, Text, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Big, Bytes, Json, Key, Moment


class Configuration(Base):
    """One row per distinct set of factor values. Facets and counts read this, never `run`."""

    __tablename__ = "configuration"

    id: Mapped[Key]
    content_sha256: Mapped[Bytes] = mapped_column(unique=True, comment="of the canonical JSON of `factors`")
    factors: Mapped[Json]
    run_count: Mapped[Big] = mapped_column(
        default=0, comment="runs not deleted; maintained by ingest, can be rebuilt"
    )
    first_seen_at: Mapped[Moment]
    last_seen_at: Mapped[Moment]
    target_names: Mapped[list[str]] = mapped_column(
        ARRAY(Text),
        server_default=text("'{}'"),
        comment="under which its target was measured, as far as kept: what filters may call it, too",
    )
    watch_digest: Mapped[bytes | None] = mapped_column(
        LargeBinary, index=True, comment="of the factors that runs of one watched series share"
    )
    watch_version: Mapped[int | None] = mapped_column(
        Integer, index=True, comment="of the rules that made watch_digest; null = not made yet"
    )
