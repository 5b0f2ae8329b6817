"""Repeats: how many, how far apart, and whether a batch drifts."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import pytest

from fioboard.engine.rules.history import Measured
from tests.engine.rules.history.alone import measured, said

BATCH = UUID("0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11")


def repeats(*rates: float, **more: Any) -> list[Measured]:
    return [measured(number, rate, **more) for number, rate in enumerate(rates)]


@pytest.mark.parametrize(
    ("rates", "sentence"),
    [
        ((1000,), "Only one run: repeatability unknown."),
        ((1000, 1001), "Only two comparable runs: too few to estimate the spread."),
        ((1000, 1001, 1002), "fine"),
    ],
)
def test_how_many_repeats(rates: Sequence[float], sentence: str) -> None:
    assert said("few-repeats", *repeats(*rates)) == sentence


def test_runs_that_are_not_alike_are_no_repeats() -> None:
    other = [measured(n, 1000, setting={"kernel": f"7.{n}"}) for n in range(1, 5)]
    assert said("few-repeats", measured(0, 1000), *other) == "Only one run: repeatability unknown."


@pytest.mark.parametrize(
    ("rates", "sentence"),
    [
        ((1000, 1050, 1100), "fine"),
        (
            (1000, 1050, 1106),
            "4 KiB random reads: 3 runs vary by 10 %, from 1.00k IOPS to 1.11k IOPS.",
        ),
        ((1000, 2000), "silent"),
    ],
)
def test_the_spread_of_the_repeats(rates: Sequence[float], sentence: str) -> None:
    assert said("noisy", *repeats(*rates)) == sentence


def test_results_of_one_run_are_one_repeat() -> None:
    assert said("few-repeats", measured(0, 900), measured(0, 1000), measured(0, 1100)).startswith(
        "Only one run"
    )


def test_only_the_nearest_repeats_count() -> None:
    assert said("noisy", *repeats(*[1000.0] * 10, 5000.0)) == "fine"


def in_batch(*rates: float) -> list[Measured]:
    return [measured(n, rate, batch_id=BATCH, step=n + 1) for n, rate in enumerate(rates)]


def test_six_repeats_that_fall_from_step_to_step() -> None:
    assert said("drift-in-batch", *in_batch(1050, 1040, 1030, 1020, 1010, 1000)) == (
        "4 KiB random reads: 6 runs of this batch fall from step to step, from 1.05k IOPS to 1.00k IOPS (Kendall's τ "
        "−1.00, p 0.0028)."
    )


@pytest.mark.parametrize(
    ("runs", "sentence"),
    [
        (in_batch(1050, 1040, 1030, 1020, 1010), "silent"),
        (in_batch(1000, 1040, 1010, 1050, 1020, 1030), "fine"),
        (repeats(1050, 1040, 1030, 1020, 1010, 1000), "silent"),
    ],
    ids=["five", "no order", "no batch"],
)
def test_no_drift(runs: Sequence[Measured], sentence: str) -> None:
    assert said("drift-in-batch", *runs) == sentence
