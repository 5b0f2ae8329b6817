"""How long fio may run at most. A disk's own speed ends a storage job; a job that waits for a network peer, or for a
program, may have no end."""

from __future__ import annotations

import math
import re
from typing import Optional

from fioboard_agent.jobs.engine_catalogue import Touches, find_touched
from fioboard_agent.jobs.model import FioJobs, JobSection

MAX_ENDLESS_S = 600.0
# What fio needs beside its run times: laying out files, connecting, writing its result.
SLACK_S = 60.0
_UNIT_S = {"us": 1e-6, "usec": 1e-6, "ms": 1e-3, "msec": 1e-3, "": 1, "s": 1, "sec": 1, "m": 60, "h": 3600, "d": 86400}


def find_time_limit_s(jobs: FioJobs) -> Optional[float]:
    """Return the seconds after which fio is stopped; None when every job ends by itself. The stated run times of all
    jobs, as if one followed the other, and 60 s; 600 s when one of them states none.

    The stated run times of all jobs, as if one followed the other, and 60 s; 600 s when one of them states none.
    """
    if not any(_may_have_no_end(section.get("ioengine")) for section in jobs.sections):
        return None
    times = [_find_stated_s(section) for section in jobs.sections]
    return MAX_ENDLESS_S if None in times else math.fsum(time for time in times if time is not None) + SLACK_S


def _may_have_no_end(engine: Optional[str]) -> bool:
    return engine == "cpuio" or find_touched(engine) in {Touches.NETWORK, Touches.PROGRAM}


def _find_stated_s(section: JobSection) -> Optional[float]:
    runtime = _parse_seconds(section.get("runtime"))
    if runtime is None:
        return None
    return runtime + (_parse_seconds(section.get("ramp_time")) or 0) + (_parse_seconds(section.get("startdelay")) or 0)


def _parse_seconds(text: Optional[str]) -> Optional[float]:
    match = re.fullmatch(r"(\d+)\s*([a-z]*)", (text or "").strip().lower())
    if match is None or match.group(2) not in _UNIT_S or not int(match.group(1)):
        return None
    return int(match.group(1)) * _UNIT_S[match.group(2)]
