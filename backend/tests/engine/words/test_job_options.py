"""Every option of fio counts, but for those that are named with a reason. The oracle is fio's own list."""

from pathlib import Path

import pytest

from fioboard.engine.factors.workload import CORE, IDENTITY, comparable
from fioboard.engine.words.factors import OPTION_FACTORS
from fioboard.engine.words.job_options import DEFAULTS, HARMLESS, KNOWN, OF_AMOUNT, OF_TARGET
from tests.loops import check_each

LISTS = sorted((Path(__file__).parents[4] / "agent" / "tests" / "data" / "fio_options").glob("*.txt"))
JOB = dict.fromkeys(IDENTITY)


def options() -> set[str]:
    """Of every release of fio: those of jobs and those of engines."""
    lines = [line.split() for path in LISTS for line in path.read_text().splitlines()]
    return {words[1] for words in lines if words[0] in {"job", "engine-option"}}


def test_no_factor_is_made_of_an_option_that_is_called_harmless() -> None:
    assert {option: OPTION_FACTORS[option] for option in HARMLESS if option in OPTION_FACTORS} == {
        "buffered": "direct"
    }


def test_options_of_every_release_are_known() -> None:
    assert len(LISTS) >= 9
    assert options() == KNOWN


@check_each("option", sorted(options()))
def test_two_results_that_differ_in_one_option_are_not_alike_or_a_reason_is_given(option: str) -> None:
    one, other = (comparable(JOB, {option: value}, tool="fio") for value in ("17", "23"))
    assert (one == other) == (option in {*HARMLESS, *OF_TARGET, *OF_AMOUNT, *IDENTITY})


@check_each("option", sorted(options() - {*HARMLESS, *OF_TARGET, *OF_AMOUNT, *IDENTITY}))
def test_an_option_that_is_set_is_not_alike_one_that_is_not(option: str) -> None:
    assert comparable(JOB, {option: "17"}, tool="fio") != comparable(JOB, {}, tool="fio")


def test_every_harmless_option_has_its_reason_and_nothing_stands_in_two_lists() -> None:
    assert all(len(reason) > 10 for reason in HARMLESS.values())
    listed = [*HARMLESS, *OF_TARGET, *OF_AMOUNT, *CORE]
    assert len(listed) == len(set(listed))
    assert not DEFAULTS.keys() & {*listed}


@pytest.mark.parametrize(("one", "other"), [
    ({"norandommap": ""}, {"norandommap": "1"}),
    ({"norandommap": "0"}, {}),
    ({"invalidate": "1"}, {}),
    ({"sync": "0"}, {"sync": "none"}),
    ({"sync": "1"}, {"sync": "sync"}),
    ({"rate": "100M"}, {"rate": "102400k"}),
    ({"rate": "104857600"}, {"rate": "100m"}),
    ({"offset": "1GiB"}, {"offset": "1g"}),
    ({"rwmixwrite": "30"}, {"rwmixread": "70"}),
    ({"rwmixwrite": "50"}, {}),
    ({"unified_rw_reporting": "2"}, {"unified_rw_reporting": "both"}),
])  # fmt: skip
def test_one_setting_in_two_spellings_is_one(one: dict[str, str], other: dict[str, str]) -> None:
    assert comparable(JOB, one, tool="fio") == comparable(JOB, other, tool="fio")


def test_an_option_of_a_release_to_come_counts() -> None:
    assert comparable(JOB, {"warp_drive": "1"}, tool="fio")["warp_drive"] == "1"
