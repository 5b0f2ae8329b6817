"""Sends the runs of one batch: each as soon as it has ended, and at the end whatever of the batch still waits.

Nothing about a batch is remembered here. What was sent is what has left the spool, so a resumed batch, `push` and a
timer may all send the same runs.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Callable, Optional

from fioboard_agent.delivery.sending import FIRST_PAUSE_S, MAX_PAUSE_S, Fate, Report, deliver, deliver_once
from fioboard_agent.delivery.spool import Entry, Spool
from fioboard_agent.delivery.upload import Service

# A service that is silent must not hold up the next measurement for longer than this.
STEP_TIMEOUT_S = 10.0
_AFTER_FAILURE_S = 30.0 * FIRST_PAUSE_S


@dataclass
class BatchSender:
    """`service` is None with --no-upload: then nothing is ever sent, and everything waits."""

    spool: Spool
    service: Optional[Service]
    batch_id: str
    say: Callable[[str], None]
    clock: Callable[[], float] = time.monotonic
    report: Report = field(default_factory=Report)
    _next_try: float = 0.0
    _pause_s: float = _AFTER_FAILURE_S

    def send_between_steps(self) -> None:
        """Try every waiting run of the batch once. After a failure the next tries are rarer, so that a service that is
        away costs a long batch no time."""
        if self.service is None or self.clock() < self._next_try:
            return
        service = self.service.limit_timeout(STEP_TIMEOUT_S)
        for entry in self.waiting():
            attempt = deliver_once(self.spool, entry, service)
            self.report.add(entry, attempt)
            if attempt.fate is Fate.REJECTED:
                self.say(attempt.sentence)
            if attempt.fate in {Fate.AGAIN, Fate.STOPPED}:
                if self._pause_s == _AFTER_FAILURE_S:
                    self.say(f"{attempt.sentence} The results stay on this host and will be uploaded later.")
                self._next_try = self.clock() + max(self._pause_s, attempt.retry_after_s or 0.0)
                self._pause_s = min(MAX_PAUSE_S, self._pause_s * 2)
                return
        self._pause_s = _AFTER_FAILURE_S

    def send_rest(self, wait_s: float) -> Report:
        """Try what still waits of the batch, again and again for `wait_s` seconds; return what became of all of it."""
        if self.service is not None:
            self.report.extend(deliver(self.spool, self.waiting(), self.service, wait_s, self.say))
        return self.report

    def waiting(self) -> list[Entry]:
        """Return the complete runs of the batch that the service does not have yet, oldest first."""
        return [entry for entry in self.spool.waiting() if _is_in_batch(self.batch_id, entry)]

    def rejected(self) -> list[Entry]:
        """Return the runs of the batch that the service refused for good."""
        return [entry for entry in self.spool.rejected() if _is_in_batch(self.batch_id, entry)]


def _is_in_batch(batch_id: str, entry: Entry) -> bool:
    return (entry.manifest().get("batch") or {}).get("id") == batch_id
