"""Time series of a run in buckets that the server made."""

from typing import Literal

from pydantic import Field

from fioboard.schemas.base import Out


class BucketPoint(Out):
    """All values of one bucket. Buckets without a value are left out: a gap is a gap."""

    t_ms: int = Field(description="Start of the bucket, milliseconds from the start of the run")
    min: float = Field(description="Smallest value, in the series' unit")
    mean: float = Field(description="Mean weighted by time, in the series' unit")
    max: float = Field(description="Largest value, in the series' unit")
    n: int = Field(description="Number of values")


class TimeSeriesOut(Out):
    """One series."""

    key: str = Field(description="Names it within the run")
    source: Literal["fio_log", "status_interval", "samples"]
    subject: str = Field(description='"disk:nvme0n1", "node:0", "sensor:…", or the job or log file')
    metric: str
    direction: str | None
    unit: Literal["bytes/s", "1/s", "ns", "°C", "%", ""]
    points: list[BucketPoint]


class RunSeries(Out):
    """All series of a run over one range."""

    from_ms: int = Field(description="Start of the range, milliseconds from the start of the run")
    to_ms: int = Field(description="End of the range, milliseconds from the start of the run")
    bucket_ms: int = Field(description="Length of a bucket, milliseconds")
    series: list[TimeSeriesOut]
