"""A pattern that is compiled later behaves as one that is compiled at once."""

import re

import pytest

from fioboard.core.expressions import compile_later


def test_it_matches_as_the_compiled_one() -> None:
    later, now = compile_later(r"(?P<a>\w)b", re.IGNORECASE), re.compile(r"(?P<a>\w)b", re.IGNORECASE)
    text = "xB yb"
    for _ in range(2):
        assert [found["a"] for found in later.finditer(text)] == [found["a"] for found in now.finditer(text)]
        assert later.findall(text) == now.findall(text)
        assert later.sub("-", text) == now.sub("-", text)
        assert later.split(text) == now.split(text)
        assert (later.flags, later.pattern) == (now.flags, now.pattern)
        assert bool(later.fullmatch("xB")) is bool(later.match(text)) is bool(later.search(text)) is True


def test_a_wrong_expression_is_found_at_its_first_use() -> None:
    with pytest.raises(re.error):
        compile_later("(").search("")
