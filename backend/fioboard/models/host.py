"""Test machines."""

from sqlalchemy import Index, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.models.base import Base, Key, Moment


class Host(Base):
    """One test machine. Its agent's own id makes the identity; the name may change."""

    __tablename__ = "host"
    __table_args__ = (
        Index("uq_host_name_imported", "name", unique=True, postgresql_where=text("agent_host_id is null")),
        Index("ix_host_name", "name"),
    )

    id: Mapped[Key]
    agent_host_id: Mapped[str | None] = mapped_column(
        Text, unique=True, comment="made by the agent; null = known only by the name given at an import"
    )
    name: Mapped[str] = mapped_column(Text)
    created_at: Mapped[Moment]
