"""The model behind `make bench-saturate` gives the rates it was told, and a search that misses is called so."""

import pytest
from bench_saturate import Compared, Planted, plant
from planted.device import Device


def drive(device: Device, depth: int, jobs: int, seconds: float = 4.0) -> tuple[float, float]:
    """Keep so many requests in flight; return requests a second, and the mean latency in s."""
    now, done, started, waited = 0.0, 0, {}, 0.0
    for number in range(depth * jobs):
        device.take(now, number, 4096, number % jobs)
        started[number] = now
    while now < seconds:
        wait = device.get_wait_s(now)
        assert wait is not None
        now += wait + 1e-9
        for number, size in device.advance(now):
            assert size == 4096
            done, waited = done + 1, waited + now - started[number]
            device.take(now, number, 4096, number % jobs)
            started[number] = now
    return done / seconds, waited / done


@pytest.mark.parametrize(
    ("depth", "jobs", "rate"),
    [(1, 1, 1 / 0.00275), (4, 1, 1000), (64, 1, 1000), (4, 2, 2000), (2, 16, 4000), (64, 8, 4000 / 2)],
)
def test_a_planted_device_has_its_rate(depth: int, jobs: int, rate: float) -> None:
    """A job makes 1,000, the device 4,000; from 128 in flight on it loses by the root of how many there are."""
    device = Device(base_s=0.0015, most=4000, per_job=1000, tail=1.0, collapse=128)
    measured, latency = drive(device, depth, jobs)
    assert measured == pytest.approx(rate, rel=0.06)
    assert measured * latency == pytest.approx(depth * jobs, rel=0.06)


def test_a_search_that_missed_is_not_near() -> None:
    [planted] = plant(1)
    assert plant(20)[0] == planted == Planted(1000, 6000, 1000, 2.5, 128, 30)
    for best, found, is_near in (
        (1000.0, 960.0, True), (1000.0, 940.0, False), (1000.0, 1060.0, False), (None, None, True), (1000.0, None, False),
    ):  # fmt: skip
        compared = Compared(planted, best, "", found, "", 0.0, 12, 80, 1.0, 2.0)
        assert compared.is_near == is_near, (best, found)
