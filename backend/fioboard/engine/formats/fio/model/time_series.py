"""Columns of a fio log: what was recorded over time, per direction."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TimeSeries:
    """One direction of one log file. A window without I/O has no row: a stall is a gap, not a zero."""

    metric: str
    """"bw", "iops", "lat", "clat", "slat", "clat_hist" (or lat_hist, slat_hist), or "unknown"."""
    direction: str
    unit: str
    """Of `value`: "bytes_per_s", "iops", "ns"; "unknown" where the log does not say."""
    is_per_io: bool
    """One row per I/O (no log_avg_msec): values are not rates of a window."""
    is_epoch: bool
    """`time_ms` is Unix time; otherwise it counts from the start of the job."""
    window_ms: int | None
    """The typical distance of rows, None for per-I/O logs and single rows."""
    time_ms: npt.NDArray[np.int64]
    value: npt.NDArray[np.float64]
    """One per row; empty for histogram logs."""
    max_value: npt.NDArray[np.float64] | None = None
    """log_window_value=both: the maximum of the window beside the mean."""
    bs_bytes: npt.NDArray[np.int64] | None = None
    counts: npt.NDArray[np.uint64] | None = None
    """Histogram logs: rows × buckets, counts of the interval (not cumulative)."""
    counts_unit_ns: int | None = None
    counts_coarseness: int | None = None
