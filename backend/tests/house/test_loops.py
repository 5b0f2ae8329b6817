"""A loop over values finds what a case of its own would find, and names each value."""

import re

import pytest

from tests.loops import check_each


def test_every_value_that_fails_is_named() -> None:
    @check_each("number, wanted", [(1, 1), (2, 3), (4, 4), (5, 6)])
    def check(number: int, wanted: int) -> None:
        assert number == wanted

    with pytest.raises(pytest.fail.Exception, match=r"^2 values fail\.") as failed:
        check()
    assert re.findall(r"With (.*):", str(failed.value)) == [
        "number = 2, wanted = 3",
        "number = 5, wanted = 6",
    ]
    assert "assert 5 == 6" in str(failed.value)


def test_a_value_that_skips_or_raises_nothing_where_it_should_fails() -> None:
    @check_each("number", [0, 1, 2])
    def check(number: int) -> None:
        if number == 2:
            pytest.skip("not here")
        with pytest.raises(ZeroDivisionError):
            assert 1 / number

    with pytest.raises(pytest.fail.Exception, match=r"(?s)number = 1:.*DID NOT RAISE.*number = 2:.*not here"):
        check()


def test_a_loop_without_values_fails() -> None:
    @check_each("number", list)
    def check(number: int) -> None:
        raise NotImplementedError(number)

    with pytest.raises(AssertionError, match="no value of number"):
        check()


@pytest.mark.anyio
async def test_a_coroutine_is_awaited_for_each_value_and_loops_multiply() -> None:
    seen = []

    @check_each("letter", "ab")
    @check_each("number", [1, 2])
    async def check(letter: str, number: int) -> None:
        seen.append((letter, number))
        assert number < 2

    with pytest.raises(pytest.fail.Exception, match="(?s)letter = 'a':.*letter = 'b':"):
        await check()
    assert seen == [("a", 1), ("a", 2), ("b", 1), ("b", 2)]


@check_each("number", range(3))
def test_values_share_the_fixtures_of_the_test(number: int, request: pytest.FixtureRequest) -> None:
    assert "number" not in request.fixturenames, number
