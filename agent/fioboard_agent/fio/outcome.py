"""How one run of fio ended."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Optional

# How long fio may take to write its result after being asked to stop, before it is killed.
STOP_GRACE_S = 15.0


@dataclass(frozen=True)
class FioOutcome:
    """How fio ended. `signal` is a name such as SIGKILL; `interrupted` = stopped from outside, by a person or us.

    `stopped_because` says why the agent stopped it: what the sampler saw, a file that nobody confirmed, the time limit.
    """

    started_at: datetime
    ended_at: datetime
    exit_code: Optional[int]
    signal: Optional[str]
    interrupted: bool
    stopped_because: Optional[str] = None
