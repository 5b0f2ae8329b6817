"""Expected runs: how one stands, why the past suggests none, and limits."""

from typing import Literal

State = Literal["waiting", "met", "late", "missing"]
# waiting: nothing was due since it was made; late: the run came, after the grace.
Refusal = Literal["too_few", "times_differ", "days_differ"]
# too_few: fewer than five runs on five days; times_differ: at no one time of day; days_differ: on no set of weekdays.

MAX_GRACE_MINUTES = 1_440
MAX_ZONE_CHARACTERS = 64
MAX_EXPECTATIONS_PER_HOST = 100
# Times of a schedule that are looked back at: of an hourly one, 60 days.
MAX_MISSED = 1_440
# Days of the past that suggestions are read from, and workloads that are looked at.
SUGGESTED_FROM_DAYS = 42
MAX_SUGGESTIONS = 20
