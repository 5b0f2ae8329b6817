"""Configurations in memory: what is possible, what is certain, and how often each value occurs."""

from uuid import UUID, uuid4

import pytest

from fioboard.core.errors import FilterError, UnknownKey, UnknownValue
from fioboard.engine.filters import Condition, Term, parse_query
from fioboard.engine.filters.table import ConfigurationTable, Weights, fill

ROWS = [
    ({"host": "a", "rw": "read", "bs": 4096, "iodepth": 1, "kernel": "6.1"}, 3),
    ({"host": "a", "rw": ["read", "write"], "bs": [4096, 65536], "iodepth": 32}, 5),
    ({"host": "b", "rw": "write", "bs": 65536, "iodepth": 8, "direct": True, "label.slot": "2"}, 7),
    ({"host": "b", "bs": "4k-64k", "direct": 1, "label.slot": "3"}, 11),
]


@pytest.fixture
def table() -> ConfigurationTable:
    return fill((UUID(int=n), factors, count) for n, (factors, count) in enumerate(ROWS))  # type: ignore[misc]


@pytest.mark.parametrize(
    ("query", "possible", "certain"),
    [
        ("host=a", [0, 1], [0, 1]),
        ("host=!a", [2, 3], [2, 3]),
        ("rw=read", [0, 1], [0]),
        ("rw=!read", [1, 2, 3], [2, 3]),
        ("rw=", [3], [3]),
        ("bs=4k&bs=64k", [0, 1, 2], [0, 1, 2]),
        ("bs=8k..", [1, 2], [2]),
        ("bs=4k-64k", [3], [3]),
        ("iodepth=2..8", [2], [2]),
        ("direct=1", [2], [2]),
        ("kernel=", [1, 2, 3], [1, 2, 3]),
        ("kernel=!", [0], [0]),
        ("label.slot=2", [2], [2]),
        ("label.slot=!2", [0, 1, 3], [0, 1, 3]),
    ],
)
def test_which_configurations_are_meant(
    table: ConfigurationTable, query: str, possible: list[int], certain: list[int]
) -> None:
    [condition] = parse_query(query)
    assert table.possible(condition).nonzero()[0].tolist() == possible
    assert (table.possible(condition) & table.certain(condition)).nonzero()[0].tolist() == certain


def test_a_list_that_was_cut_is_never_certain() -> None:
    [condition] = parse_query("bs=4k..")
    table = fill([(UUID(int=1), {"bs": [4096 * n for n in range(1, 17)]}, 1)])
    assert table.possible(condition).all()
    assert not table.certain(condition).any()


def test_runs_per_value_and_unknown(table: ConfigurationTable) -> None:
    assert table.count_values("rw", Weights.build(table.counts)) == ({"read": 8, "write": 12}, 11)
    assert table.count_values("nothing", Weights.build(table.counts)) == ({}, 26)


def test_a_frozen_table_does_not_follow_later_changes(table: ConfigurationTable) -> None:
    before = table.frozen()
    for n in range(100, 300):
        table.put(UUID(int=n), {"host": f"h{n}", "new": n}, 1)
    table.put(UUID(int=0), ROWS[0][0], 99)  # type: ignore[arg-type]
    assert (len(before), before.counts.tolist()) == (4, [3, 5, 7, 11])
    assert before.count_values("host", Weights.build(before.counts)) == ({"a": 8, "b": 18}, 0)
    assert before.find_row(UUID(int=100)) is None
    assert (len(table), int(table.counts[0])) == (204, 99)


@pytest.mark.parametrize(
    ("query", "error", "says"),
    [
        ("label.slto=2", UnknownKey, "did you mean 'label.slot'?"),
        ("rw=randwrit", UnknownValue, "did you mean 'randwrite'?"),
        ("host=c", UnknownValue, "No run has host=c"),
        ("kernel=6.10", UnknownValue, "did you mean '6.1'?"),
        ("label.slot=!9", UnknownValue, "label.slot=9"),
    ],
)
def test_what_no_run_has_is_named(
    table: ConfigurationTable, query: str, error: type[FilterError], says: str
) -> None:
    with pytest.raises(error) as raised:
        table.require_known(parse_query(query))
    assert says in raised.value.detail


def test_what_any_run_could_have_is_no_error(table: ConfigurationTable) -> None:
    table.require_known(parse_query("rw=randtrim&iodepth=77&iops=1..&q=x&state=understood&kernel="))


def test_a_decision_that_is_remembered_is_of_this_type_and_of_all_values() -> None:
    one, truth = uuid4(), uuid4()
    table = fill([(one, {"bios.nps": 1}, 1), (truth, {"bios.nps": True}, 1)])
    by_number = Condition("bios.nps", (Term(1, 1),))
    by_truth = Condition("bios.nps", (Term(True, True),))
    assert by_number == by_truth
    assert table.possible(by_number).tolist() == [True, False]
    assert table.possible(by_truth).tolist() == [False, True]
    table.put(uuid4(), {"bios.nps": 1.0}, 1)
    # Another request's, of the same words.
    assert table.frozen().possible(Condition("bios.nps", (Term(1, 1),))).tolist() == [True, False, True]
