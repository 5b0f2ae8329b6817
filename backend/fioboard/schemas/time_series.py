"""Time series of a run in buckets that the server made."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.schemas.base import answer

Unit = Literal["bytes/s", "1/s", "ns", "°C", "%", ""]
"""Empty: a count, or not known."""


@answer
class BucketPoint(TypedDict):
    """All values of one bucket. Buckets without a value are left out: a gap is a gap."""

    t_ms: Annotated[int, Field(description="Start of the bucket, milliseconds from the start of the run")]
    min: Annotated[float, Field(description="Smallest value, in the series' unit")]
    mean: Annotated[float, Field(description="Mean weighted by time, in the series' unit")]
    max: Annotated[float, Field(description="Largest value, in the series' unit")]
    n: Annotated[int, Field(description="Number of values")]


@answer
class TimeSeriesOut(TypedDict):
    """One series."""

    key: Annotated[str, Field(description="Names it within the run")]
    source: Literal["fio_log", "status_interval", "samples"]
    subject: Annotated[str, Field(description='"disk:nvme0n1", "node:0", "sensor:…", or the job or log file')]
    metric: str
    direction: str | None
    unit: Unit
    points: list[BucketPoint]


@answer
class RunSeries(TypedDict):
    """All series of a run over one range."""

    from_ms: Annotated[int, Field(description="Start of the range, milliseconds from the start of the run")]
    to_ms: Annotated[int, Field(description="End of the range, milliseconds from the start of the run")]
    bucket_ms: Annotated[int, Field(description="Length of a bucket, milliseconds")]
    series: list[TimeSeriesOut]
