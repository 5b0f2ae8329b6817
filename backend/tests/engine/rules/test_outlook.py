"""What the live samples of a step are certain of: planted rates, and what may not be said of them."""

from typing import Any, cast

import numpy as np
import pytest

from fioboard.engine.answers.request import OutlookOut, Sample
from fioboard.engine.rules.outlook import FULL_FOR_S, judge_outlook

LINK = ("1 × Gen4 x4", 7_876e6)


def measure(iops: Any, bw_bytes_per_s: Any = 0.0, way: str = "read") -> list[OutlookOut]:
    rates = np.broadcast_to(np.asarray(bw_bytes_per_s, dtype=float), np.shape(iops))
    samples = [
        cast(Sample, dict.fromkeys(Sample.__annotations__) | {f"{way}_iops": one, f"{way}_bw": float(rate)})
        for one, rate in zip(np.asarray(iops, dtype=float).tolist(), rates, strict=True)
    ]
    return judge_outlook(samples, LINK)


def test_a_full_link_is_named_after_twenty_seconds() -> None:
    iops = np.full(FULL_FOR_S, 60_000.0)
    [one] = measure(iops, 7.7e9)
    assert (one["kind"], one["seconds"]) == ("at_link", 20)
    assert one["share"] == pytest.approx(7.7 / 7.876)
    assert one["text"] == (
        "97.8 % of 1 × Gen4 x4 (7.88 GB/s, link of the last run here) for 20 s: a longer run cannot read faster."
    )
    dipped = np.full(FULL_FOR_S, 7.7e9)
    dipped[3] = 7.0e9  # 88.9 %
    for refused in (
        measure(iops[1:], 7.7e9),
        measure(iops, dipped),
        measure(iops, 9e9),
        measure(iops, 7.7e9, "write"),
    ):
        assert refused == []


@pytest.mark.parametrize("way", ["read", "write"])
def test_a_steady_mean_is_given_with_its_interval(way: str) -> None:
    drawn = np.random.default_rng(7).normal(100_000, 1_000, 65)
    [one] = measure(drawn, way=way)
    assert (one["kind"], one["seconds"], one["share"]) == ("steady", 60, None)
    # By hand: ten means of six, their standard error times 2.262.
    means = drawn[5:].reshape(10, 6).mean(axis=1)
    half = 2.2621571628 * means.std(ddof=1) / np.sqrt(10) / means.mean()
    assert one["half_width_share"] == pytest.approx(half)
    assert ("Writes can still slow down" in one["text"]) is (way == "write")


@pytest.mark.parametrize(
    ("name", "rates"),
    [
        ("too short", np.full(34, 1e5)),
        ("drifts by 8 %", np.linspace(104_000, 90_000, 60)),
        ("wide", np.where(np.arange(60) // 6 % 2, 120_000.0, 80_000.0)),
        ("nothing moved", np.zeros(60)),
    ],
)
def test_nothing_is_said_of_what_is_not_certain(name: str, rates: Any) -> None:
    assert measure(rates) == [], name


@pytest.mark.nightly
def test_intervals_hold_the_true_mean() -> None:
    """2,000 planted series of seconds that are alike (autocorrelation 0.5): at least 90 of 100 intervals hold it."""
    drawn = np.random.default_rng(11)
    noise = drawn.normal(0, 2_000, (2_000, 125))
    for second in range(1, 125):
        noise[:, second] += 0.5 * noise[:, second - 1]
    held = shown = 0
    for one in 100_000 + noise:
        for outlook in measure(one):
            means = one[5:].reshape(10, 12).mean(axis=1)
            shown += 1
            held += abs(means.mean() - 100_000) <= (outlook["half_width_share"] or 0) * means.mean()
    assert shown > 1_900
    assert held / shown >= 0.9
