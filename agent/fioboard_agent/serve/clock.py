"""The service's clock, measured over the poll as NTP does: by the four times of an exchange, with its uncertainty."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass
from typing import Optional

from fioboard_agent.delivery.upload import Answer

# Clocks of computers drift apart by less than this, µs a second.
DRIFT_US_PER_S = 50.0
_KEPT = 60


@dataclass(frozen=True)
class ClockReading:
    """The service's Unix time, µs, is this host's monotonic clock and `service_ahead_us`, within `uncertainty_us`."""

    service_ahead_us: int
    uncertainty_us: int

    def compute_service_us(self, monotonic_s: float) -> int:
        """Return the service's time at a moment of the monotonic clock."""
        return round(monotonic_s * 1e6) + self.service_ahead_us

    def compute_monotonic_s(self, service_us: int) -> float:
        """Return the moment of the monotonic clock at a time of the service."""
        return (service_us - self.service_ahead_us) / 1e6

    def compute_host_ahead_us(self) -> int:
        """Return how far the clock that this host shows, which may be set at any time, is ahead of the service's."""
        shown_us, monotonic_s = time.time_ns() // 1000, time.monotonic()
        return shown_us - self.compute_service_us(monotonic_s)


class ServiceClock:
    """Readings of the last polls. The fastest exchange counts: the answer cannot be off by more than half its time,
    however differently long its two ways were."""

    def __init__(self) -> None:
        self._readings: deque[tuple[float, ClockReading]] = deque(maxlen=_KEPT)

    def add_answer(self, answer: Answer) -> None:
        """Take the four times of a poll; without them, or where they contradict each other, nothing."""
        clock = answer.body.get("clock")
        arrived, answered = (
            (clock.get(key) for key in ("received_at_us", "answered_at_us"))
            if isinstance(clock, dict)
            else (None, None)
        )
        if answer.sent_s is None or answer.received_s is None:
            return
        # A bool is an int, too.
        if type(arrived) is not int or type(answered) is not int or not 0 <= arrived <= answered < 1 << 53:
            return
        sent_us, received_us = answer.sent_s * 1e6, answer.received_s * 1e6
        way_us = (received_us - sent_us) - (answered - arrived)
        if way_us < 0:
            return
        ahead_us = ((arrived - sent_us) + (answered - received_us)) / 2
        self._readings.append((answer.received_s, ClockReading(round(ahead_us), round(way_us / 2) + 1)))

    def get_best(self) -> Optional[ClockReading]:
        """Return the reading that can be off least by now; None before the first poll."""
        now = time.monotonic()
        aged = [
            ClockReading(one.service_ahead_us, one.uncertainty_us + round((now - at) * DRIFT_US_PER_S))
            for at, one in self._readings
        ]
        return min(aged, key=lambda one: one.uncertainty_us, default=None)
