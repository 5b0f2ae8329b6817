"""What drives of one model measured under one workload, beside what the model is rated."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isclose
from uuid import UUID

import orjson

from fioboard.core.driver import Driver
from fioboard.engine.answers.drive_model import RatedShare
from fioboard.engine.answers.rating import NoRating
from fioboard.engine.hardware.datasheets.in_force import CardInForce
from fioboard.engine.rating import build_figure, prepared, rate, read_basis, read_stated
from fioboard.engine.rating.compare import Held
from fioboard.store.queries import specs as queries
from fioboard.store.queries.drive_models import FigureRow
from fioboard.store.queries.specs import RatingRow

MAX_RUNS, MAX_RUNS_OF_ALL, MIN_RUNS = 100, 1000, 10
"""Of one workload, and of all of a model, that are compared with datasheets (0.4 ms each): of more drives than these, a
sample is, spread from the slowest to the fastest."""
_DIRECTIONS = {"read": "read", "write": "write", "randwrite": "write"}
FigureKey = tuple[int | None, UUID, str, str | None]
"""Of a model: capacity, workload, direction, kind of target."""
Seen = list[tuple[UUID, Held]]
Limits = Mapping[UUID, str | None]
"""What limited each run, as its answer says."""


def choose_sample(rows: Sequence[FigureRow], workloads: int = 1) -> list[FigureRow]:
    """Choose some of the rows of one of so many workloads: spread evenly, the first and the last among them."""
    most = max(MIN_RUNS, min(MAX_RUNS, MAX_RUNS_OF_ALL // max(1, workloads)))
    if len(rows) <= most:
        return list(rows)
    return [rows[round(i * (len(rows) - 1) / (most - 1))] for i in range(most)]


@dataclass(frozen=True, slots=True)
class Shares:
    """Of one workload."""

    shares: list[RatedShare]
    """One for each figure and verdict: runs of different verdicts are never one number."""
    missing: NoRating | None
    """Why there are none."""


@dataclass(frozen=True, slots=True)
class _OfRun:
    held: tuple[Held, ...] = ()
    missing: NoRating | None = None


async def load_shares(
    driver: Driver, model: str, of_workloads: Mapping[FigureKey, Sequence[FigureRow]]
) -> dict[FigureKey, Shares]:
    """Load of each workload, by its key, the shares of what the model is rated."""
    cards = await queries.get_cards(driver)
    chosen = {key: choose_sample(rows, len(of_workloads)) for key, rows in of_workloads.items()}
    runs = {row["newest_run_id"] for rows in chosen.values() for row in rows}
    rows = await queries.get_rating_rows(driver, list(runs))
    of_runs = {run_id: _rate_run(row, model, cards) for run_id, row in rows.items()}
    limits = {run_id: row["limit"] for run_id, row in rows.items()}
    return {key: _collect_shares(of_key, of_runs, limits) for key, of_key in chosen.items()}


def _collect_shares(rows: Sequence[FigureRow], of_runs: Mapping[UUID, _OfRun], limits: Limits) -> Shares:
    seen: Seen = []
    missing: Counter[NoRating] = Counter()
    for row in rows:
        of_run = of_runs.get(row["newest_run_id"], _OfRun(missing="not_read"))
        own = [(row["newest_run_id"], one) for one in of_run.held if _is_same_test(one, row)]
        seen += own
        if not own:
            missing[of_run.missing or "no_figure"] += 1
    return Shares(_shares(seen, limits), None if seen else missing.most_common(1)[0][0])


def _rate_run(row: RatingRow, model: str, cards: Sequence[CardInForce]) -> _OfRun:
    """Rate a run's figures; none where a person states that it was another drive, or several."""
    if row["rating_basis"] is None:
        return _OfRun(missing="not_read")
    basis = prepared(read_basis(row["rating_basis"]), queries.read_earlier_steps(row))
    rated = rate(basis, read_stated(orjson.loads(row["labels"])), cards)
    if {" ".join(one.split()) for one in rated.models} - {model}:
        return _OfRun(missing="several_models")
    return _OfRun(tuple(one for one in rated.held if one.drive_count == 1), rated.missing)


def _is_same_test(held: Held, row: FigureRow) -> bool:
    """Tell whether the test is the one that the row tells of: what went one way at one time. A run may hold
    several tests, and one of several jobs at once is none of a single workload.
    """
    test = held.tested
    return (
        _DIRECTIONS.get(test.access) == row["direction"]
        and test.iops is not None
        and isclose(test.iops, row["newest_iops"], rel_tol=1e-9)
    )


def _shares(seen: Iterable[tuple[UUID, Held]], limits: Limits) -> list[RatedShare]:
    by_kind: dict[tuple[object, ...], Seen] = {}
    for run, held in seen:
        by_kind.setdefault(_kind(held), []).append((run, held))
    shares = [_share(sorted(of_kind, key=lambda one: one[1].share), limits) for of_kind in by_kind.values()]
    return sorted(shares, key=lambda one: (one["figure"]["metric"] == "lat_ns", -one["runs"]))


def _kind(held: Held) -> tuple[object, ...]:
    """What must be the same for shares to be one row: the figure and its source, the verdict and its reasons."""
    compared = held.compared
    return (
        held.metric,
        held.percentile,
        held.rated,
        held.verdict,
        held.may_judge,
        held.is_stated,
        (held.card.card.id, held.card.version) if held.card else None,
        compared.source.address if compared and compared.source else None,
        tuple((one.name, one.effect) for one in compared.differs) if compared else (),
    )


def _share(rising: Seen, limits: Limits) -> RatedShare:
    run, middle = rising[(len(rising) - 1) // 2]
    return {
        "figure": build_figure(middle),
        "run_id": str(run),
        "runs": len(rising),
        "limit": limits.get(run),
        "share_lowest": round(rising[0][1].share, 4),
        "share_highest": round(rising[-1][1].share, 4),
    }
