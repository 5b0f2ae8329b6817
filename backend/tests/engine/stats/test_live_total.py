"""The sum of what hosts show live: of the same second, of one step, and null where a host says no rate."""

from typing import Any
from uuid import UUID

from fioboard.engine.answers.request import Sample
from fioboard.engine.stats.live_total import HostSample, sum_samples

HOSTS = [UUID(int=number) for number in range(4)]
START_S = 1_790_000_000


def say(host: int, at: float, **more: Any) -> HostSample:
    unknown: Any = dict.fromkeys(Sample.__annotations__)
    return HOSTS[host], START_S + at, unknown | {"step": 1} | more


def list_sums(*samples: HostSample) -> list[tuple[float, int, float | None]]:
    ordered = sorted(samples, key=lambda one: one[1])
    return [
        (one["at"].timestamp() - START_S, one["host_count"], one["read_iops"])
        for one in sum_samples(ordered, None)
    ]


def test_four_hosts_that_sample_at_their_own_times_lose_and_repeat_no_second() -> None:
    # Each a little more or less often than once a second: some seconds hold two samples of a host, some none.
    pauses = [0.93, 0.99, 1.01, 1.07]
    samples = [
        say(host, 0.2 * host + pause * count, read_iops=100 * 10**host)
        for host, pause in enumerate(pauses)
        for count in range(1, 90)
    ]
    sums = list_sums(*samples)
    whole = [second for second, hosts, total in sums if hosts == 4 and total == 111_100]
    assert whole == list(range(1, 83))
    assert all(hosts < 4 for second, hosts, _ in sums if second not in whole)


def test_a_host_that_pauses_is_missing_and_none_is_counted_before_it_began() -> None:
    pair = [say(0, at, read_iops=10) for at in (1, 2, 3, 4, 5, 6)]
    pause = [say(1, at, read_iops=1) for at in (2.1, 3.1, 6.9)]
    assert list_sums(*pair, *pause) == [
        *((1, 1, 10), (2, 2, 11), (3, 2, 11), (4, 1, 10), (5, 2, 11), (6, 2, 11)),
    ]


def test_hosts_in_an_earlier_step_and_unknown_rates_are_not_added_up() -> None:
    assert list_sums(
        say(0, 1, read_iops=5, step=2), say(1, 1, read_iops=7), say(2, 1, read_iops=1, step=2)
    ) == [(1, 2, 6)]
    assert list_sums(say(0, 1, read_iops=5), say(1, 1)) == [(1, 2, None)]
    assert list_sums(say(0, 1, read_iops=0.0), say(1, 1, read_iops=0.0)) == [(1, 2, 0.0)]
