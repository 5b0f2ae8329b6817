"""Each factor is in one class; a series holds what is one test, whatever the machine went through."""

from hashlib import sha256

import pytest

from fioboard.engine.factors.grouping import OF_THE_TEST
from fioboard.engine.factors.project import FactorValue
from fioboard.engine.watch.series import (
    EXCEPTIONS,
    ROLE_OF_GROUP,
    SERIES_VERSION,
    SUSPECTS,
    compute_digest,
    get_role,
)
from fioboard.engine.words.factors import FACTORS

FACTORS_OF_RUN: dict[str, FactorValue] = {
    "host": "db01",
    "tool": "fio",
    "tool.version": "3.36",
    "target.path": "/dev/nvme0n1",
    "target.kind": "disk",
    "job.size": 1 << 30,
    "rw": ["randread", "randwrite"],
    "bs": 4096,
    "kernel": "6.8.0",
    "bios.version": "2.1",
    "drive.firmware": "GDC5602Q",
    "label.rack": "B4",
}
# Of what makes a series, by version: another rule needs another version, or stored digests would stay as they were.
RULES = {1: "9ab9010c26ca60b2", 2: "729f358f216311f2"}


def digest(**changed: FactorValue | None) -> str:
    return compute_digest({**FACTORS_OF_RUN, **changed}).hex()


def test_every_group_of_factors_has_a_role_and_no_other() -> None:
    assert set(ROLE_OF_GROUP) == {factor.group for factor in FACTORS.values()}


def test_every_exception_is_a_factor_that_its_group_would_put_elsewhere() -> None:
    for name, role in EXCEPTIONS.items():
        assert ROLE_OF_GROUP[FACTORS[name].group] != role, name


def test_every_factor_is_in_exactly_one_class() -> None:
    classes = {
        role: {name for name in FACTORS if get_role(name) == role} for role in ("key", "suspect", "left_out")
    }
    assert sum(map(len, classes.values())) == len(FACTORS)
    assert {factor.key for factor in SUSPECTS} == classes["suspect"]
    assert classes["left_out"] == {"typed.by"}


def test_a_series_is_the_test_of_a_line_over_time() -> None:
    of_the_test = {name for name, factor in FACTORS.items() if factor.group in OF_THE_TEST}
    assert {name for name in FACTORS if get_role(name) == "key"} == of_the_test - set(EXCEPTIONS)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kernel", "6.9.0"),
        ("bios.version", "2.2"),
        ("drive.firmware", "GDC5902Q"),
        ("tool.version", "3.38"),
        ("label.rack", "C1"),
        ("host", "db01-renamed"),
        ("typed.by", "kim"),
        ("nothing.known", "x"),
        ("rw", "read"),
        ("job.size", float(1 << 30)),
        ("fs.type", None),
    ],
)
def test_what_a_machine_goes_through_keeps_the_series(name: str, value: FactorValue | None) -> None:
    assert digest(**{name: value}) == digest()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tool", "vdbench"),
        ("target.path", "/dev/nvme1n1"),
        ("target.path", ["/dev/nvme0n1", "/dev/nvme1n1"]),
        ("target.kind", None),
        ("job.size", 1 << 31),
        ("job.size", True),
        ("fs.type", "xfs"),
        ("launcher.numactl", "-N 0"),
    ],
)
def test_another_test_is_another_series(name: str, value: FactorValue | None) -> None:
    assert digest(**{name: value}) != digest()


def test_text_that_looks_like_a_number_is_none() -> None:
    assert digest(**{"job.size": str(1 << 30)}) != digest()


def test_the_digest_is_the_same_for_ever() -> None:
    assert compute_digest(dict(reversed(FACTORS_OF_RUN.items()))).hex() == digest()
    assert digest() == "f6cc9e2b93ca5a8e717cdf215c3855440ca1252811ce019b573327448fc623a8"
    assert len(compute_digest({})) == 32


def test_another_rule_has_another_version() -> None:
    rules = " ".join(sorted(name for name in FACTORS if get_role(name) == "key"))
    assert sha256(rules.encode()).hexdigest()[:16] == RULES[SERIES_VERSION]
