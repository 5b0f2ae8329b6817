"""Which reference counts: the most specific scope that measured the workload, then the newest."""

from datetime import UTC, datetime, timedelta
from itertools import permutations
from uuid import UUID

import pytest

from fioboard.app.compare.references.which import Measured, Pinned, find_counting, find_scope
from fioboard.store.queries.references import HeldRow, MeasuredByRow

JUPITER, SATURN = UUID(int=1), UUID(int=2)
READ, WRITE = UUID(int=11), UUID(int=12)
FIRST = datetime(2026, 3, 1, tzinfo=UTC)


def pinned(name: str, host: UUID | None, workload: UUID | None, day: int = 0) -> Pinned:
    return Pinned(UUID(int=100 + sum(map(ord, name))), name, host, workload, FIRST + timedelta(days=day))


BOTH = pinned("both", JUPITER, READ)
HOST = pinned("host", JUPITER, None, day=5)
WORKLOAD = pinned("workload", None, READ, day=6)
ALL = pinned("all", None, None, day=7)
LATER = pinned("later", JUPITER, None, day=8)


@pytest.mark.parametrize(
    ("pins", "host", "workload", "name"),
    [
        ([], JUPITER, READ, None),
        ([ALL], JUPITER, READ, "all"),
        ([ALL, WORKLOAD], JUPITER, READ, "workload"),
        ([ALL, WORKLOAD, HOST], JUPITER, READ, "host"),
        ([ALL, WORKLOAD, HOST, BOTH], JUPITER, READ, "both"),
        # What is newer does not matter before what is closer; within one scope it does.
        ([HOST, LATER], JUPITER, READ, "later"),
        ([BOTH, LATER], JUPITER, READ, "both"),
        # Of another host or workload nothing counts.
        ([BOTH, HOST], SATURN, READ, None),
        ([BOTH, HOST, WORKLOAD, ALL], SATURN, READ, "workload"),
        ([BOTH, HOST, WORKLOAD, ALL], SATURN, WRITE, "all"),
        ([BOTH, WORKLOAD], JUPITER, WRITE, None),
        ([BOTH, HOST, WORKLOAD], JUPITER, WRITE, "host"),
    ],
)
def test_the_closest_counts_in_whatever_order(
    pins: list[Pinned], host: UUID, workload: UUID, name: str | None
) -> None:
    for order in permutations(pins):
        one = find_counting(order, host, workload)
        assert (one.name if one else None) == name


def test_every_scope_has_its_word() -> None:
    assert [find_scope(one.host_id, one.workload_id) for one in (BOTH, HOST, WORKLOAD, ALL)] == [
        "host_workload",
        "host",
        "workload",
        "all",
    ]


def measured(
    pin: Pinned, workload: UUID, runs: list[int], deleted: list[int] | None = None, configurations: int = 1
) -> MeasuredByRow:
    return {
        "id": pin.id,
        "name": pin.name,
        "host_id": pin.host_id,
        "scope_workload_id": pin.workload_id,
        "pinned_at": pin.pinned_at,
        "workload_id": workload,
        "run_ids": [UUID(int=one) for one in runs],
        "deleted_ids": [UUID(int=one) for one in deleted or []],
        "configurations": configurations,
    }


def run(number: int, workloads: list[UUID], configuration: int = 1) -> HeldRow:
    return {
        "id": UUID(int=number),
        "host_id": JUPITER,
        "batch_id": None,
        "configuration_id": UUID(int=configuration),
        "workload_ids": workloads,
    }


def test_each_workload_has_its_own_reference() -> None:
    told = Measured([measured(BOTH, READ, [51]), measured(ALL, WRITE, [61, 62]), measured(ALL, READ, [61])])
    both, everything = told.parts([run(1, [READ, WRITE])])
    assert (both.pinned, both.base, both.new) == (BOTH, (UUID(int=51),), (UUID(int=1),))
    assert (everything.pinned, everything.workload_ids) == (ALL, (WRITE,))
    assert everything.base == (UUID(int=61), UUID(int=62))
    assert not both.is_whole
    assert told.parts([run(1, [READ])])[0].is_whole


def test_a_run_is_never_held_against_itself() -> None:
    told = Measured([measured(HOST, READ, [1, 2, 3])])
    [own] = told.parts([run(1, [READ])])
    assert (own.state, own.new) == ("is_reference", ())
    [partly] = told.parts([run(1, [READ]), run(4, [READ])])
    assert (partly.state, partly.new) == ("compared", (UUID(int=4),))


def test_deleted_runs_are_said_and_no_other_reference_steps_in() -> None:
    told = Measured([measured(HOST, READ, [], deleted=[1, 2]), measured(ALL, READ, [61])])
    [gone] = told.parts([run(4, [READ])])
    assert (gone.pinned, gone.state, gone.deleted) == (HOST, "deleted", 2)


def test_what_was_not_set_up_alike_is_known() -> None:
    mixed = Measured([measured(HOST, READ, [1, 2], configurations=2)])
    assert [part.is_mixed for part in mixed.parts([run(4, [READ])])] == [True]
    alike = Measured([measured(HOST, READ, [1, 2]), measured(HOST, WRITE, [3])])
    assert [part.is_mixed for part in alike.parts([run(4, [READ], 1), run(5, [READ], 2)])] == [True]
    # A sweep has a configuration for each workload.
    assert [part.is_mixed for part in alike.parts([run(4, [READ], 1), run(5, [WRITE], 2)])] == [False]


def test_what_nothing_measured_has_no_reference() -> None:
    assert Measured([]).parts([run(1, [READ])]) == []
    assert Measured([measured(ALL, READ, [61])]).parts([run(1, [])]) == []
