"""What several hosts measure together while they run: their live rates of one second, added up."""

import math
from collections.abc import Iterable
from datetime import UTC, datetime
from uuid import UUID

from fioboard.engine.answers.request import Sample
from fioboard.engine.answers.request_group import TotalSample

FIRST_S, COVERS_S = 1.0, 2.0
"""fio says its rates once a second, of the time since it last did. A longer silence is covered by no sample."""

HostSample = tuple[UUID, float, Sample]
"""A host, when its sample was taken by the service's clock (Unix s), and the sample."""


def sum_samples(samples: Iterable[HostSample], after: datetime | None) -> list[TotalSample]:
    """Add up the samples of hosts, the oldest first, for each second after a moment that a sample covers.

    Of hosts in different steps, only those in the last one are added up.
    """
    seconds: dict[int, dict[UUID, Sample]] = {}
    last: dict[UUID, float] = {}
    for host_id, at, sample in samples:
        begun = max(last.get(host_id, at - FIRST_S), at - COVERS_S)
        last[host_id] = at
        for second in range(math.floor(begun) + 1, math.floor(at) + 1):
            seconds.setdefault(second, {})[host_id] = sample
    first = -math.inf if after is None else after.timestamp()
    return [
        _sum_second(second, list(seconds[second].values())) for second in sorted(seconds) if second > first
    ]


def _sum_second(second: int, samples: list[Sample]) -> TotalSample:
    step = max(one["step"] for one in samples)
    counted = [one for one in samples if one["step"] == step]
    return {
        "at": datetime.fromtimestamp(second, UTC),
        "step": step,
        "host_count": len(counted),
        "read_iops": _sum_known([one["read_iops"] for one in counted]),
        "write_iops": _sum_known([one["write_iops"] for one in counted]),
        "read_bw": _sum_known([one["read_bw"] for one in counted]),
        "write_bw": _sum_known([one["write_bw"] for one in counted]),
    }


def _sum_known(rates: list[float | None]) -> float | None:
    """Add up rates; None where one is unknown: it would be the total of fewer hosts."""
    known = [rate for rate in rates if rate is not None]
    return sum(known) if len(known) == len(rates) else None
