"""Each factor is in one class; a series holds what is one test, whatever the machine went through."""

import pytest

from fioboard.factors.alike import OF_THE_TEST
from fioboard.findings.history import Setting
from fioboard.vocabulary.factors import FACTORS
from fioboard.watch.series import EXCEPTIONS, ROLE_OF_GROUP, SUSPECTS, role_of, series_key

SETTING: Setting = {
    "host": "db01",
    "tool": "fio",
    "tool.version": "3.36",
    "target.path": "/dev/nvme0n1",
    "rw": "randread",
    "bs": 4096,
    "iodepth": 32,
    "kernel": "6.8.0",
    "bios.version": "2.1",
    "drive.firmware": "GDC5602Q",
    "label.rack": "B4",
    "option.norandommap": "1",
}


def key(**changed: str | int | float | tuple[str, ...]) -> str:
    return series_key({**SETTING, **changed}, direction="read", metric="iops").digest


def test_every_group_of_factors_has_a_role_and_no_other() -> None:
    assert set(ROLE_OF_GROUP) == {factor.group for factor in FACTORS.values()}


def test_every_exception_is_a_factor_that_its_group_would_put_elsewhere() -> None:
    for name, role in EXCEPTIONS.items():
        assert ROLE_OF_GROUP[FACTORS[name].group] != role, name


def test_every_factor_is_in_exactly_one_class() -> None:
    classes = {
        role: {name for name in FACTORS if role_of(name) == role} for role in ("key", "suspect", "left_out")
    }
    assert sum(map(len, classes.values())) == len(FACTORS)
    assert {factor.key for factor in SUSPECTS} == classes["suspect"]
    assert classes["left_out"] == {"typed.by"}


def test_a_series_is_the_test_of_a_line_over_time() -> None:
    of_the_test = {name for name, factor in FACTORS.items() if factor.group in OF_THE_TEST}
    assert {name for name in FACTORS if role_of(name) == "key"} == of_the_test - set(EXCEPTIONS)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kernel", "6.9.0"),
        ("bios.version", "2.2"),
        ("drive.firmware", "GDC5902Q"),
        ("tool.version", "3.38"),
        ("label.rack", "C1"),
        ("host", "db01-renamed"),
        ("nothing.known", "x"),
        ("iodepth", 32.0),
    ],
)
def test_what_a_machine_goes_through_keeps_the_series(name: str, value: str | float) -> None:
    assert key(**{name: value}) == key()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rw", "read"),
        ("bs", 8192),
        ("iodepth", 64),
        ("tool", "vdbench"),
        ("target.path", "/dev/nvme1n1"),
        ("option.norandommap", "0"),
        ("option.zonemode", "zbd"),
        ("bs", "4k-64k"),
        ("rw", ("read", "write")),
    ],
)
def test_another_test_is_another_series(name: str, value: str | int | tuple[str, ...]) -> None:
    assert key(**{name: value}) != key()


def test_metric_and_direction_make_a_series() -> None:
    assert series_key(SETTING, direction="write", metric="iops").digest != key()
    assert series_key(SETTING, direction="read", metric="clat_p99").digest != key()


def test_the_digest_is_the_same_for_ever() -> None:
    shuffled = dict(reversed(SETTING.items()))
    assert series_key(shuffled, direction="read", metric="iops").digest == key()
    assert key() == "3dda14a4f7e19b1e084bcf9e96985b166e3c8b3d5b1b7bbd9cd53cf697793acf"


def test_text_that_looks_alike_is_not() -> None:
    assert key(iodepth="32") != key()
    assert key(direct=True) != key(direct=1)
