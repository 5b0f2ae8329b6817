"""Hardware and settings of a host at one moment: read by an agent, or stated by a person."""

from uuid import UUID

from sqlalchemy import ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Bytes, Json, Key, Moment


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


class StatedHardware(Base):
    """An inventory that a person gave to runs of a host that came without one: what was pasted, by whom, when."""

    __tablename__ = "stated_hardware"

    id: Mapped[Key]
    host_id: Mapped[UUID] = mapped_column(ForeignKey("host.id"), index=True)
    inventory_id: Mapped[UUID] = mapped_column(
        ForeignKey("inventory.id"), index=True, comment="the cleaned reading"
    )
    document_id: Mapped[UUID] = mapped_column(
        ForeignKey("document.id"), index=True, comment="the text, byte for byte as it was pasted"
    )
    since: Mapped[Moment] = mapped_column(comment="it went to no run older than that")
    stated_at: Mapped[Moment]
    stated_by: Mapped[str] = mapped_column(Text, comment="name of who stated it")
