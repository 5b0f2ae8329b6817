"""What was recorded over time during a run: fio logs, status intervals, samples. Columnar, never one row per sample."""

from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Bytes, split_by_month


class TimeSeries(Base):
    """One series: its points as two compressed columns, in the form of store/derive/series.py."""

    __tablename__ = "time_series"
    __table_args__ = split_by_month("run_id")

    run_id: Mapped[UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True, comment="order within the run, from 0")
    source: Mapped[str] = mapped_column(Text, comment="fio_log, status_interval or samples")
    name: Mapped[str] = mapped_column(Text, comment="file or job it came from; of samples the subject")
    metric: Mapped[str] = mapped_column(Text, comment="bw_bytes_per_s, iops, clat_ns, …; unknown")
    direction: Mapped[str | None] = mapped_column(Text, comment="null where it has none: a temperature")
    is_epoch: Mapped[bool] = mapped_column(comment="times are Unix ms; else ms from the start of the job")
    is_per_io: Mapped[bool] = mapped_column(comment="one point per I/O: values are no rates of a window")
    offset_ms: Mapped[int | None] = mapped_column(
        BigInteger, comment="to be added for the run's clock, ms; null = its place there is not known"
    )
    n: Mapped[int] = mapped_column(BigInteger, comment="points")
    points: Mapped[Bytes]
