"""Named parameters become PostgreSQL's numbers, whatever stands around them."""

import pytest

from fioboard.store.queries.ingest import _STORE
from fioboard.store.queries.parameters import Statement


def test_a_name_has_one_number_wherever_it_stands_and_a_cast_is_none() -> None:
    statement = Statement("select :b ::uuid[], x::text, :a, :b::int, 'a' || :a_b")
    assert statement.sql == "select $1 ::uuid[], x::text, $2, $1::int, 'a' || $3"
    assert statement.values({"a": 1, "b": 2, "a_b": 3, "more": 4}) == [2, 1, 3]


def test_a_value_that_is_not_given_is_an_error() -> None:
    with pytest.raises(KeyError, match="b"):
        Statement("select :a, :b").values({"a": 1})


def test_the_statement_of_ingest_is_all_names() -> None:
    assert len(_STORE.names) == len(set(_STORE.names)) >= 38
    assert ":" not in _STORE.sql.replace("::", "")
