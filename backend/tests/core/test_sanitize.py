"""What cannot be stored is refused by its place; everything else comes through, harmless."""

from typing import Any
from uuid import UUID

import pytest

from fioboard.core import sanitize
from fioboard.core.sanitize import MAX_DEPTH, Unstorable, clean


def nested(depth: int) -> Any:
    return [nested(depth - 1)] if depth else None


def test_a_clean_copy_has_the_same_shape() -> None:
    known = UUID(int=1)
    value = {"a": [1, -1.5, True, None, "x\x00y", "\ud800"], "b": {"c": (1, 2), "\x00": known}}
    assert clean(value) == {"a": [1, -1.5, True, None, "x�y", "�"], "b": {"c": [1, 2], "�": known}}
    assert clean(value) is not value


@pytest.mark.parametrize(
    ("value", "where", "error"),
    [
        (2**63, "", "OutOfRange"),
        ({"disks": [{"size": 1}, {"size": -(2**63) - 1}]}, "/disks/1/size", "OutOfRange"),
        ({"a": {"b": float("inf")}}, "/a/b", "OutOfRange"),
        ({"k" * 100: float("nan")}, "/" + "k" * 64, "OutOfRange"),
        (nested(MAX_DEPTH + 1), ("/0" * (MAX_DEPTH + 1))[:200], "TooDeep"),
    ],
)
def test_what_cannot_be_stored_is_named_by_its_place(value: object, where: str, error: str) -> None:
    with pytest.raises(Unstorable) as refused:
        clean(value)
    assert (refused.value.problem.where, refused.value.problem.error) == (where, error)


def test_as_many_values_as_are_allowed_come_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sanitize, "MAX_VALUES", 5)
    assert clean([1, 2, [3]]) == [1, 2, [3]]
    with pytest.raises(Unstorable) as refused:
        clean([1, 2, [3, 4]])
    assert (refused.value.problem.where, refused.value.problem.error) == ("/2/1", "TooMany")
