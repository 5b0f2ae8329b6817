"""What a person states by labels takes the place of what was detected, and both are kept."""

from typing import Any

from fioboard.engine.factors import restore_detected, state
from fioboard.engine.factors.project import read_value
from tests.loops import check_each

DETECTED: dict[str, Any] = {"slot": "PCIE_1", "raid.width": 4, "rw": "read", "pcie.degraded": True}


@check_each(
    "kind, text, value",
    [
        ("text", " 2 ", "2"),
        ("text", "", None),
        ("number", "4", 4),
        ("number", "-1", -1),
        ("number", "2.5", 2.5),
        ("number", "four", None),
        ("number", "1e9", None),
        ("bytes", "128k", 131072),
        ("bytes", "128 KiB", 131072),
        ("bytes", "1m", 2**20),
        ("bytes", "512", 512),
        ("bytes", "12x", None),
        ("bytes", "9" * 18 + "p", None),
        ("flag", "off", False),
        ("flag", "Yes", True),
        ("flag", "maybe", None),
    ],
)
def test_values_are_read_as_people_write_them(kind: Any, text: str, value: Any) -> None:
    found = read_value(kind, text)
    assert (found, type(found)) == (value, type(value))


def test_a_stated_factor_keeps_the_detected_beside_it() -> None:
    found = state(DETECTED, {"slot": "2", "raid.chunk": "64k", "fan": "off"})
    assert found.values == DETECTED | {"slot": "2", "raid.chunk": 65536, "label.fan": "off"}
    assert found.overridden == {"slot": "PCIE_1", "raid.chunk": None}
    assert found.unread == ()


def test_stating_and_taking_back_leaves_what_was_detected() -> None:
    found = state(DETECTED, {"slot": "2", "raid.chunk": "64k", "fan": "off"})
    assert restore_detected(found.values, found.overridden) == DETECTED


def test_a_label_that_is_no_value_overrides_nothing() -> None:
    found = state(DETECTED, {"raid.width": "many"})
    assert found.values == DETECTED | {"label.raid.width": "many"}
    assert (found.overridden, found.unread) == ({}, ("raid.width",))


def test_what_the_output_says_is_not_up_for_statements() -> None:
    found = state(DETECTED, {"rw": "write"})
    assert found.values == DETECTED | {"label.rw": "write"}
    assert (found.overridden, found.unread) == ({}, ())
