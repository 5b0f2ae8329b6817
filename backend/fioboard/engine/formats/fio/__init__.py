"""Pure readers of what fio and its neighbours print: bytes in, frozen values out.

The room knows fio's formats and its arithmetic. It does not read files, ask the clock, or judge what is fast.
"""

from fioboard.engine.formats.fio.foreign import TEST_NAMES, TOOL_NAMES
from fioboard.engine.formats.fio.model.errors import FioFormatError, NotUnderstood, TooDeep, TooMany
from fioboard.engine.formats.fio.model.histogram import Histogram, PercentileEstimate, merge_histograms
from fioboard.engine.formats.fio.model.limits import DEFAULT_LIMITS, Limits
from fioboard.engine.formats.fio.model.reading import (
    DirectionNumbers,
    DiskUtil,
    Invocation,
    Latency,
    Member,
    Message,
    PriorityLatency,
    Problem,
    Reading,
    Result,
    Snapshot,
    SnapshotRow,
    SteadyState,
)
from fioboard.engine.formats.fio.model.time_series import TimeSeries
from fioboard.engine.formats.fio.reader import READER_VERSION, read_output
from fioboard.engine.formats.fio.text.command_line import parse_launcher

__all__ = [
    "DEFAULT_LIMITS",
    "READER_VERSION",
    "TEST_NAMES",
    "TOOL_NAMES",
    "DirectionNumbers",
    "DiskUtil",
    "FioFormatError",
    "Histogram",
    "Invocation",
    "Latency",
    "Limits",
    "Member",
    "Message",
    "NotUnderstood",
    "PercentileEstimate",
    "PriorityLatency",
    "Problem",
    "Reading",
    "Result",
    "Snapshot",
    "SnapshotRow",
    "SteadyState",
    "TimeSeries",
    "TooDeep",
    "TooMany",
    "merge_histograms",
    "parse_launcher",
    "read_output",
]
