"""The time of a durable write in a share: with what it is known from, and without what tells of hidden drives."""

from typing import Any

import pytest

from fioboard.app.sharing.redaction.freeze import freeze
from fioboard.app.sharing.redaction.redactor import Wish
from tests.factories.run_detail import result, run_detail, sources

FIELDS = ("durable_write_mean_ns", "durable_write_p99_ns", "durable_basis")


def share(basis: str | None, hide: tuple[str, ...] = ()) -> tuple[Any, ...]:
    """The fields of a shared write whose time of a durable write is known from `basis`."""
    write = result("job", direction="write", rw="write")
    write.update(durable_write_mean_ns=1_900_000.0, durable_write_p99_ns=6_000_000.0, durable_basis=basis)
    run = run_detail("epyc-nps4", results=[write])
    [shown] = freeze(sources(run), Wish(hide=hide)).document["runs"]
    [figures] = shown["results"]
    return tuple(figures[field] for field in FIELDS)


@pytest.mark.parametrize("basis", ["write_and_sync", "write_through"])
def test_a_time_comes_with_what_it_is_known_from(basis: str) -> None:
    assert share(basis) == (1_900_000.0, 6_000_000.0, basis)


def test_what_tells_of_the_drives_caches_is_hidden_with_the_path() -> None:
    assert share("write_through", hide=("path",)) == (None, None, None)
    assert share("write_and_sync", hide=("path",)) == (1_900_000.0, 6_000_000.0, "write_and_sync")


def test_a_word_that_is_none_of_ours_is_not_shown() -> None:
    assert share("CANARY")[2] is None
