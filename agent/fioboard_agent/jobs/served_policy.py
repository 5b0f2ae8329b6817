"""What a job that comes from the service may ask of fio: an allow-list, each option with a pattern of its values (P2).

The host does not trust the service. Whatever is not on this list is refused: programs, includes, logs, other hosts,
environment, file patterns, and everything that later versions of fio invent.
"""

from __future__ import annotations

import re
from typing import Mapping

from fioboard_agent.errors import RefusedError

_SIZE = r"[1-9]\d{0,15}[kmgtKMGT]?i?[bB]?"
_COUNT = r"[1-9]\d{0,5}"
_ON_OFF = r"[01]"

# Anchored by fullmatch; no pattern admits `$`, quotes, slashes or line breaks, nor a colon but between two numbers.
ALLOWED: Mapping[str, str] = {
    "rw": "read|write|randread|randwrite|rw|randrw",
    "bs": _SIZE,
    "size": rf"100%|{_SIZE}",
    "offset": rf"0|{_SIZE}",
    "io_size": _SIZE,
    "loops": r"[1-9]\d?",
    "percentile_list": r"\d{1,2}(\.\d{1,6})?(:\d{1,2}(\.\d{1,6})?){0,19}",
    "iodepth": _COUNT,
    "numjobs": r"[1-9]\d{0,2}",
    "ioengine": "libaio|io_uring|psync|pvsync2|posixaio|sync|mmap",
    "direct": _ON_OFF,
    "runtime": r"[1-9]\d{0,5}",
    "ramp_time": r"\d{1,5}",
    "time_based": _ON_OFF,
    "rwmixread": r"\d{1,2}|100",
    "randrepeat": _ON_OFF,
    "norandommap": _ON_OFF,
    "refill_buffers": _ON_OFF,
    "group_reporting": _ON_OFF,
    "stonewall": _ON_OFF,
    "invalidate": _ON_OFF,
    "end_fsync": _ON_OFF,
    "fsync": r"\d{1,6}",
    "fdatasync": r"\d{1,6}",
    "sync": "none|sync|dsync|[01]",
    "overwrite": _ON_OFF,
    "offset_increment": _SIZE,
    "thread": _ON_OFF,
}


def require_served_options(options: Mapping[str, str]) -> None:
    """Raise RefusedError naming the first option that a served job may not have, or whose value is out of bounds.

    The target is never among the options: the host's own policy names it.
    """
    for option, value in options.items():
        pattern = ALLOWED.get(option)
        if pattern is None:
            raise RefusedError(f"A job from the service must not set {option[:64]!r}.")
        if re.fullmatch(pattern, value) is None:
            raise RefusedError(f"A job from the service must not set {option}={value[:64]!r}.")
