"""How far behind, from positions in the log alone."""

import pytest

from fioboard.store.queries.replication import PositionRow
from fioboard.store.replica.lag import Log


def at(position: int, cluster: int = 1, timeline: int = 1) -> PositionRow:
    return {"cluster": cluster, "timeline": timeline, "position": position}


@pytest.fixture
def log() -> Log:
    """The primary stood at 100 in second 10, at 200 in second 11, at 300 in second 12."""
    log = Log()
    for second, position in ((10, 100), (11, 200), (12, 300)):
        log.note(second, at(position))
    return log


@pytest.mark.parametrize(
    ("replayed", "behind_s", "behind_bytes"),
    [(300, 3, 0), (350, 3, 0), (299, 4, 1), (200, 4, 100), (100, 5, 200), (99, None, 201)],
)
def test_it_has_everything_up_to_the_newest_moment_whose_log_it_replayed(
    log: Log, replayed: int, behind_s: float | None, behind_bytes: int
) -> None:
    assert log.compute_lag_s(at(replayed), 15) == behind_s
    assert log.compute_lag_bytes(at(replayed)) == behind_bytes


def test_an_idle_primary_does_not_leave_its_standby_behind(log: Log) -> None:
    for second in range(13, 3613):
        log.note(second, at(300))
    assert log.compute_lag_s(at(300), 3613) == 1


def test_a_primary_that_is_asked_no_more_does(log: Log) -> None:
    assert log.compute_lag_s(at(300), 612) == 600


@pytest.mark.parametrize("other", [at(300, cluster=2), at(300, timeline=2)])
def test_of_another_history_nobody_can_say(log: Log, other: PositionRow) -> None:
    assert log.compute_lag_s(other, 15) is None
    assert log.compute_lag_bytes(other) is None
    log.note(13, other)
    assert log.compute_lag_s(at(300), 15) is None
    assert log.compute_lag_s(other, 15) == 2


def test_before_the_primary_was_asked_nobody_can_say() -> None:
    assert Log().compute_lag_s(at(1), 0) is None
