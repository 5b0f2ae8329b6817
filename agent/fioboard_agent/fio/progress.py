"""fio's progress lines (`Jobs: 1 (f=1): [r(1)][50.0%][r=104MiB/s][r=26.1k IOPS][eta 00m:05s]`), fio 3.x spelling.

Values stay the text fio printed: they are for the eye while the run lasts and never become a result.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Optional

_LINE = re.compile(r"^Jobs: \d+ \(f=\d+\)")
_PERCENT = re.compile(r"\[(\d+(?:\.\d+)?)%\]")
_BANDWIDTH = re.compile(r"\[((?:[rwt]=[0-9.]+[kKMGTP]?i?B/s,?)+)\]")
_IOPS = re.compile(r"\[((?:[rwt]=[0-9.]+[kMGT]?,?)+) IOPS\]")
_ETA = re.compile(r"\[eta (?:(\d+)d:)?(?:(\d+)h:)?(\d+)m:(\d+)s\]")


@dataclass(frozen=True)
class Progress:
    """What one line said; None = this line did not say it."""

    percent: Optional[float] = None
    bandwidth: Optional[str] = None
    iops: Optional[str] = None
    eta_s: Optional[int] = None


def parse_progress(line: str) -> Optional[Progress]:
    """The progress in one line of fio's output; None when it is some other message."""
    if _LINE.match(line) is None:
        return None
    percent, eta = _PERCENT.search(line), _ETA.search(line)
    bandwidth, iops = _BANDWIDTH.search(line), _IOPS.search(line)
    return Progress(
        percent=min(100.0, float(percent.group(1))) if percent else None,
        bandwidth=bandwidth.group(1).replace(",", " ") if bandwidth else None,
        iops=iops.group(1).replace(",", " ") if iops else None,
        eta_s=_parse_seconds(eta) if eta else None,
    )


def _parse_seconds(eta: re.Match[str]) -> int:
    days, hours, minutes, seconds = (int(part or 0) for part in eta.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds
