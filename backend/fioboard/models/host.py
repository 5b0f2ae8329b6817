"""Test machines."""

from sqlalchemy import Text
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.models.base import Base, Key, Moment


class Host(Base):
    """One test machine. Its agent's own id makes the identity; the name may change, and no two hosts share one."""

    __tablename__ = "host"

    id: Mapped[Key]
    agent_host_id: Mapped[str | None] = mapped_column(
        Text, unique=True, comment="made by the agent; null = known only by the name given at an import"
    )
    name: Mapped[str] = mapped_column(
        Text,
        unique=True,
        comment="what it calls itself; numbered when another host has that name: `ubuntu (2)`",
    )
    created_at: Mapped[Moment]
