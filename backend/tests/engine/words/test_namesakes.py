"""Names of hosts that call themselves alike."""

import pytest

from fioboard.engine.words.limits import MAX_HOST_CHARACTERS
from fioboard.engine.words.namesakes import free_name, is_called, strip_number


def test_the_first_keeps_its_name_and_the_others_are_numbered() -> None:
    taken: set[str] = set()
    for name in ("ubuntu", "ubuntu (2)", "ubuntu (3)"):
        assert free_name("ubuntu", taken) == name
        taken.add(name)
    # A gap is filled by nobody else's name, and a numbered name that is told is a name like any other.
    assert free_name("ubuntu (2)", {"ubuntu"}) == "ubuntu (2)"
    assert free_name("ubuntu (2)", {"ubuntu (2)"}) == "ubuntu (2) (2)"


@pytest.mark.parametrize(
    "told", ["ubuntu", "a (b)", "x" * MAX_HOST_CHARACTERS, " ", "ünï", "db (1)", "db (2)"]
)
def test_a_host_is_known_by_what_it_calls_itself(told: str) -> None:
    taken: set[str] = set()
    for _ in range(12):
        name = free_name(told, taken)
        assert len(name) <= MAX_HOST_CHARACTERS
        assert is_called(name, told)
        assert not is_called(name, "another")
        taken.add(name)
    assert len(taken) == 12


def test_no_other_bracket_is_a_number() -> None:
    for name in ("ubuntu (1)", "ubuntu (02)", "ubuntu(2)", "ubuntu (2) x", "(2)"):
        assert strip_number(name) == name
