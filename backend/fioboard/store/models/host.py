"""Test machines: their names, agents and identifiers, and what was moved from one host to another."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ARRAY, CheckConstraint, DateTime, ForeignKey, Index, Text, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Bytes, Key, Moment


class Host(Base):
    """One test machine. No two hosts share a name; the name may change."""

    __tablename__ = "host"

    id: Mapped[Key]
    agent_host_id: Mapped[str | None] = mapped_column(
        Text,
        unique=True,
        comment="of its first agent, made by that; null = known only by the name given at an import, or merged",
    )
    name: Mapped[str] = mapped_column(
        Text,
        unique=True,
        comment="what it calls itself; numbered when another host has that name: `ubuntu (2)`",
    )
    created_at: Mapped[Moment]
    merged_into_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("host.id"),
        index=True,
        comment="the host that has its runs since a merge; null = it has its own",
    )


class HostAgent(Base):
    """A further agent of a host: of another user, of a lost state folder, of a merged host, of a split one."""

    __tablename__ = "host_agent"
    __table_args__ = (
        CheckConstraint("origin in ('recognised', 'stated', 'merged', 'split')", name="origin"),
    )

    agent_host_id: Mapped[str] = mapped_column(Text, primary_key=True, comment="made by the agent")
    host_id: Mapped[UUID] = mapped_column(ForeignKey("host.id"), primary_key=True, index=True)
    origin: Mapped[str] = mapped_column(
        Text,
        comment="why it is this host's; split = only what is of this host's machine, the rest is the first host's",
    )
    created_at: Mapped[Moment]


class HostIdentifier(Base):
    """An identifier of a host's machine, hashed: by what the machine is recognised."""

    __tablename__ = "host_identifier"
    __table_args__ = (Index("ix_host_identifier_sha256", "sha256"),)

    host_id: Mapped[UUID] = mapped_column(ForeignKey("host.id", ondelete="CASCADE"), primary_key=True)
    kind: Mapped[str] = mapped_column(Text, primary_key=True, comment="of inventory/machine.py")
    sha256: Mapped[Bytes] = mapped_column(primary_key=True, comment="never shown")
    seen_at: Mapped[Moment] = mapped_column(comment="when it was first seen")


class HostMove(Base):
    """Runs that went from one host to another: a merge of two hosts, or a split of one. Can be undone."""

    __tablename__ = "host_move"
    __table_args__ = (CheckConstraint("kind in ('merge', 'split')", name="kind"),)

    id: Mapped[Key]
    kind: Mapped[str] = mapped_column(Text)
    source_id: Mapped[UUID] = mapped_column(ForeignKey("host.id"), index=True)
    target_id: Mapped[UUID] = mapped_column(ForeignKey("host.id"), index=True)
    source_agent: Mapped[str | None] = mapped_column(
        Text, comment="the merged host's own agent, which it gets back; null = it had none"
    )
    other_agents: Mapped[list[str]] = mapped_column(ARRAY(Text), comment="the merged host's further agents")
    moved_at: Mapped[Moment]
    moved_by: Mapped[str] = mapped_column(Text, comment="name of who moved it")
    undone_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="null = it is in force"
    )
    undone_by: Mapped[str | None] = mapped_column(Text)


class HostMoved(Base):
    """A row that went along: what an undo brings back."""

    __tablename__ = "host_moved"

    move_id: Mapped[UUID] = mapped_column(ForeignKey("host_move.id", ondelete="CASCADE"), primary_key=True)
    table_name: Mapped[str] = mapped_column(Text, primary_key=True)
    row_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, comment="of that table")
