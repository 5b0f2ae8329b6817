"""What several hosts measured together, recomputed with numpy from raw values and bins."""

from collections import Counter
from uuid import uuid4

import numpy as np
import pytest

from fioboard.engine.formats.fio.model.histogram import Histogram, find_bucket, get_midpoint
from fioboard.engine.rules.host_group import (
    PERCENTILES,
    HostPart,
    Part,
    Rates,
    Span,
    Start,
    Window,
    compute_skew,
    compute_total,
    find_window,
)

JOB, OTHER = uuid4(), uuid4()


def host(
    name: str, begin: float, end: float, bw: float | None, bins: Histogram | None = None, job: object = JOB
) -> HostPart:
    words = "random read 4 KiB" if job is JOB else "random read 8 KiB"
    rates = Rates(None if bw is None else bw / 4096, bw, None if bw is not None else "It recorded no rates.")
    return HostPart(name, Span(begin, end), {"read": Part(Counter([job]), words, rates, [bins])})


def test_the_window_is_that_of_the_last_start_and_the_first_end() -> None:
    rng = np.random.default_rng(45)
    for _ in range(200):
        begins = rng.uniform(0, 5_000, 7)
        ends = begins + rng.uniform(10_000, 60_000, 7)
        window = find_window([host(f"h{i}", *ab, 1.0) for i, ab in enumerate(zip(begins, ends, strict=True))])
        # Every millisecond that all of them measured, counted one by one.
        ticks = np.arange(0, 66_000)
        is_common = ((ticks[:, None] >= begins) & (ticks[:, None] < ends)).all(axis=1)
        assert window.span is not None
        assert abs(window.span.length_ms - is_common.sum()) <= 1


def test_nothing_is_summed_that_did_not_happen_at_one_time() -> None:
    apart = [host("saturn", 0, 10_000, 1.0), host("moon", 10_000, 20_000, 1.0)]
    brief = [host("saturn", 0, 10_000, 1.0), host("moon", 9_500, 20_000, 1.0)]
    for hosts, said in (
        (apart, "The hosts measured at different times: saturn had ended before moon began."),
        (brief, "The hosts measured together for 500 ms only."),
        (apart[:1], "Only saturn measured to its end: there is nothing to add up."),
        ([], "No host measured to its end."),
    ):
        window = find_window(hosts)
        assert (window.span, window.reason) == (None, said)
        if hosts:
            total = compute_total("read", hosts, window)
            assert (total.rates.bw_bytes_per_s, total.rates.reason, total.slowest) == (None, said, None)
            assert (dict(total.latency.values), total.latency.reason) == ({}, said)


def test_rates_are_summed_and_one_that_is_unknown_makes_the_sum_unknown() -> None:
    known = [1.5e9, 0.9e9, 1.2e9]
    hosts = [host(name, 0, 30_000, bw) for name, bw in zip(("saturn", "moon", "mars"), known, strict=True)]
    total = compute_total("read", hosts, find_window(hosts))
    assert total.rates.bw_bytes_per_s == pytest.approx(np.sum(known))
    assert total.rates.iops == pytest.approx(np.sum(known) / 4096)
    assert total.slowest == "moon"
    hosts[0] = host("saturn", 0, 30_000, None)
    total = compute_total("read", hosts, find_window(hosts))
    assert (total.rates.bw_bytes_per_s, total.slowest) == (None, None)
    assert total.rates.reason == "saturn: It recorded no rates."
    even = [host("saturn", 0, 30_000, 1e9), host("moon", 0, 30_000, 1e9)]
    assert compute_total("read", even, find_window(even)).slowest is None


def test_different_jobs_and_directions_are_not_added_up() -> None:
    one, two = host("saturn", 0, 30_000, 1e9), host("moon", 0, 30_000, 1e9, job=OTHER)
    total = compute_total("read", [one, two], find_window([one, two]))
    assert total.rates.bw_bytes_per_s is None
    assert total.rates.reason == (
        "The hosts ran different jobs: saturn random read 4 KiB, moon random read 8 KiB."
    )
    total = compute_total("write", [one, two], find_window([one, two]))
    assert total.rates.reason == "saturn has no write result."
    # Two of a job are not one of it.
    doubled = HostPart(
        "mars", one.span, {"read": Part(Counter([JOB, JOB]), "random read 4 KiB", Rates(1.0, 1.0))}
    )
    total = compute_total("read", [one, doubled], find_window([one, doubled]))
    assert total.rates.reason == "saturn and mars ran random read 4 KiB with different options."


def test_latencies_of_all_are_those_of_their_bins_and_never_a_mean_of_percentiles() -> None:
    rng = np.random.default_rng(7)
    # A fast host with many I/Os and a slow one with few: a mean of their percentiles would be far off.
    values = [
        rng.lognormal(11, 0.4, 90_000).astype(np.int64),
        rng.lognormal(14, 0.6, 10_000).astype(np.int64),
    ]
    hosts = [
        host(name, 0, 30_000, 1e9, Histogram.build_from_values(one))
        for name, one in zip(("saturn", "moon"), values, strict=True)
    ]
    merged = compute_total("read", hosts, find_window(hosts)).latency
    together = np.sort(np.concatenate(values))
    assert (merged.n, merged.reason) == (100_000, None)
    for percentile in PERCENTILES:
        # The smallest value that so many do not exceed, as fio counts it: at the midpoint of its bucket.
        exact = together[int(np.ceil(percentile / 100 * len(together))) - 1]
        assert merged.values[percentile] == get_midpoint(find_bucket(np.array([exact])))[0], percentile
    assert np.mean([np.median(one) for one in values]) > 5 * (merged.values[50.0] or 0)


def test_latencies_are_unknown_where_a_host_has_no_bins_or_measured_alone_for_long() -> None:
    bins = Histogram.build_from_values(np.array([100] * 50))
    whole = host("saturn", 0, 30_000, 1e9, bins)
    for other, said in (
        (host("moon", 0, 30_000, 1e9), "fio printed no latency bins on moon."),
        (
            host("moon", 10_000, 30_000, 1e9, bins),
            "saturn measured 33 % of its time outside the common window, and its latency bins hold all of it.",
        ),
    ):
        total = compute_total("read", [whole, other], find_window([whole, other]))
        assert (total.latency.n, total.latency.reason) == (None, said)
        assert total.rates.bw_bytes_per_s == 2e9
    # Of 100 I/Os none lies beyond the 99.9th percentile.
    merged = compute_total(
        "read", [whole, host("moon", 0, 30_000, 1e9, bins)], Window(Span(0, 30_000))
    ).latency
    assert (merged.values[99.0], merged.values[99.9], merged.n) == (100, None, 100)


def test_the_skew_is_between_first_and_last_with_the_uncertainty_of_two_clocks() -> None:
    assert compute_skew([Start(5, 1)]) is None
    skew = compute_skew([Start(1_000, 300), Start(43_000, 20), Start(9_000, 700)])
    assert skew is not None
    assert (skew.skew_us, skew.uncertainty_us) == (42_000, 1_000)
