"""The fleet: every drive of every host as it was last seen, and which runs measured one drive alone. Derived."""

from uuid import UUID

from sqlalchemy import BigInteger, Boolean, Double, ForeignKey, Index, Integer, Text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Bytes, Key, Moment


class HostState(Base):
    """What the newest inventory of a host says of the host itself. A drive seen before it is missing."""

    __tablename__ = "host_state"

    host_id: Mapped[UUID] = mapped_column(ForeignKey("host.id", ondelete="CASCADE"), primary_key=True)
    seen_at: Mapped[Moment] = mapped_column(
        comment="start of the run whose inventory it was, else its upload"
    )
    degraded_arrays: Mapped[list[str]] = mapped_column(
        ARRAY(Text), comment="name and level; empty = none is known"
    )


class Drive(Base):
    """One drive of one host, as the newest upload that named it told."""

    __tablename__ = "drive"
    __table_args__ = (
        Index("ix_drive_host_id_unit", "host_id", "unit", unique=True),
        Index("ix_drive_model", "model"),
    )

    id: Mapped[Key]
    host_id: Mapped[UUID] = mapped_column(ForeignKey("host.id", ondelete="CASCADE"))
    unit: Mapped[Bytes] = mapped_column(comment="hash of serial, WWID or place: never shown")
    seen_at: Mapped[Moment] = mapped_column(comment="start of the run that named it, else its upload")
    has_serial: Mapped[bool] = mapped_column(Boolean, comment="can be known again on another host")
    name: Mapped[str] = mapped_column(Text)
    model: Mapped[str | None] = mapped_column(Text)
    firmware: Mapped[str | None] = mapped_column(Text)
    transport: Mapped[str | None] = mapped_column(Text)
    slot: Mapped[str | None] = mapped_column(Text)
    size_bytes: Mapped[int | None] = mapped_column(BigInteger)
    link_gts: Mapped[float | None] = mapped_column(Double, comment="GT/s")
    link_lanes: Mapped[int | None] = mapped_column(Integer, comment="lanes")
    capable_gts: Mapped[float | None] = mapped_column(Double, comment="GT/s; null = not known for certain")
    capable_lanes: Mapped[int | None] = mapped_column(Integer, comment="lanes")
    link_class: Mapped[str | None] = mapped_column(Text, comment="null = no PCIe link of its own")
    temperature_c: Mapped[float | None] = mapped_column(Double, comment="°C")
    used_pct: Mapped[int | None] = mapped_column(Integer, comment="of its rated endurance")
    spare_pct: Mapped[int | None] = mapped_column(Integer)
    media_errors: Mapped[int | None] = mapped_column(BigInteger, comment="ever")
    critical_warning: Mapped[int | None] = mapped_column(Integer, comment="bits; 0 = of nothing")
    temperature_limit_c: Mapped[int | None] = mapped_column(Integer, comment="°C, as the drive says itself")


class RunDrive(Base):
    """The one drive that a run's data went to; a run over several has no row."""

    __tablename__ = "run_drive"

    run_id: Mapped[UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"), primary_key=True)
    drive_id: Mapped[UUID] = mapped_column(ForeignKey("drive.id", ondelete="CASCADE"), index=True)
