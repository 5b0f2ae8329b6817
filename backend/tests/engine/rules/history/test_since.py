"""What the same test gave before, and what was changed in between."""

from dataclasses import replace
from typing import Any

import pytest

from fioboard.engine.rules.history import Measured
from tests.engine.rules.history.alone import measured, said


def before(*rates: float, **more: Any) -> list[Measured]:
    return [measured(number, rate, **more) for number, rate in enumerate(rates)]


def now(rate: float, **setting: Any) -> Measured:
    return measured(50, rate, setting=setting)


def silent(number: int, **setting: Any) -> Measured:
    """A run that did not record its kernel."""
    one = measured(number, 1005, setting=setting)
    return replace(one, setting={key: value for key, value in one.setting.items() if key != "kernel"})


FIVE = (1000, 1010, 990, 1000, 1005)


def test_less_than_before_and_a_kernel_in_between() -> None:
    assert said("changed-since", now(820, kernel="7.1.0-rc1"), *before(*FIVE)) == (
        "4 KiB random reads: 18 % less than the median of the 5 runs before it, 1.00k IOPS. Changed in between: "
        "Kernel 7.0.1 → 7.1.0-rc1."
    )


@pytest.mark.parametrize(
    ("here", "earlier", "sentence"),
    [
        (now(901, kernel="7.1.0"), before(*FIVE), "fine"),
        (now(500), before(*FIVE), "fine"),
        (now(500, kernel="7.1.0"), before(1000, 1000), "silent"),
        (now(500, **{"option.rwmixread": "70"}), before(*FIVE), "silent"),
        (now(500, **{"job.cpus": "node 1"}), before(*FIVE), "silent"),
        (measured(-1, 500, setting={"kernel": "7.1.0"}), before(*FIVE), "silent"),
    ],
    ids=["10 %", "nothing changed", "two before", "another job", "pinned otherwise", "runs after it"],
)
def test_just_not_or_not_the_same_test(here: Measured, earlier: list[Measured], sentence: str) -> None:
    assert said("changed-since", here, *earlier) == sentence


def test_a_value_that_was_there_before_is_no_change() -> None:
    earlier = [*before(*FIVE[:4]), measured(4, 1005, setting={"kernel": "7.1.0"})]
    assert said("changed-since", now(500, kernel="7.1.0"), *earlier) == "fine"


def test_only_the_newest_five_count() -> None:
    old = [measured(-10 - n, 500) for n in range(5)]
    assert "50 % less" in said("changed-since", now(500, kernel="7.1.0"), *before(*FIVE), *old)


def test_what_follows_from_a_change_is_not_listed_as_another() -> None:
    moved = {"slot": "3", "pcie.link": "Gen2 x4", "label.fan": "off"}
    sentence = said(
        "changed-since", now(500, **moved), *before(*FIVE, setting={"slot": "2", "pcie.link": "Gen3 x4"})
    )
    assert sentence.endswith("Changed in between: Slot 2 → 3; whether fan changed was not recorded.")


def test_what_only_one_side_recorded_is_no_change() -> None:
    for here, earlier in (
        (now(500, **{"label.fan": "off"}), before(*FIVE)),
        (now(500), before(*FIVE, setting={"label.fan": "off"})),
        (now(500, kernel="7.1.0"), [*before(*FIVE[:4]), silent(4)]),
    ):
        assert said("changed-since", here, *earlier) == "fine"
    partly = [
        *before(*FIVE[:4], setting={"bios.nps": 1}),
        silent(4, **{"bios.nps": 1}),
    ]
    assert said("changed-since", now(500, kernel="7.1.0", **{"bios.nps": 4}), *partly).endswith(
        "NUMA nodes per socket 1 → 4; whether Kernel changed was not recorded."
    )


def test_a_run_without_a_date_is_neither_before_nor_after() -> None:
    undated = [measured(number, rate, at=None) for number, rate in enumerate(FIVE)]
    assert said("changed-since", now(500, kernel="7.1.0"), *undated) == "silent"
    assert said("changed-since", now(500, kernel="7.1.0"), *undated[:3], *before(*FIVE[:2])) == "silent"
    here = measured(50, 500, at=None, setting={"kernel": "7.1.0"})
    assert said("changed-since", here, *before(*FIVE)) == "silent"
