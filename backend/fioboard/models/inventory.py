"""Hardware and settings of a host at one moment."""

from sqlalchemy import Text
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.models.base import Base, Bytes, Json, Key, Moment


class Inventory(Base):
    """One inventory document per content; many runs share one. Never changes."""

    __tablename__ = "inventory"

    id: Mapped[Key]
    content_sha256: Mapped[Bytes] = mapped_column(unique=True, comment="of the canonical JSON")
    body: Mapped[Json] = mapped_column(
        comment="the document, made harmless for jsonb (no U+0000, no huge numbers)"
    )
    created_at: Mapped[Moment]
    hw_fingerprint: Mapped[str | None] = mapped_column(Text, comment="facet hw; null = not computed")
    fw_fingerprint: Mapped[str | None] = mapped_column(Text, comment="facet fw; null = not computed")
    os_fingerprint: Mapped[str | None] = mapped_column(Text, comment="facet os; null = not computed")
    units_fingerprint: Mapped[str | None] = mapped_column(
        Text, comment="of the serials of drives and memory modules: never shown; null = not known"
    )
    facets_unknown: Mapped[Json | None] = mapped_column(
        comment="facet → names of what its fingerprint lacks; null = not computed"
    )
    facts_version: Mapped[int | None] = mapped_column(comment="of the rules that made the fingerprints")
